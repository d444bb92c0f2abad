package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.Owner;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Sequence;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Autoscalers that may take all surplus pods at once. */
final class ScaleDownRule implements Rule {
  private static final String[] HPA = {"spec", "behavior", "scaleDown"};
  private static final String[] KEDA = {
    "spec", "advanced", "horizontalPodAutoscalerConfig", "behavior", "scaleDown"
  };

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    List<KubernetesObject> scaledObjects = estate.objects("ScaledObject");
    Set<String> read =
        scaledObjects.stream().map(it -> key(it, it.name())).collect(Collectors.toSet());
    estate.objects("HorizontalPodAutoscaler").stream()
        .filter(hpa -> !madeBy(hpa, read))
        .forEach(hpa -> check(hpa, HPA, surplus(hpa, "minReplicas", 1, "maxReplicas", 1), found));
    scaledObjects.forEach(
        keda ->
            check(keda, KEDA, surplus(keda, "minReplicaCount", 0, "maxReplicaCount", 100), found));
  }

  // KEDA gives the autoscaler that it makes the figures of the ScaledObject, which is checked.
  private static boolean madeBy(KubernetesObject hpa, Set<String> scaledObjects) {
    return Owner.of(hpa.document())
        .filter(owner -> owner.kind().equals("ScaledObject"))
        .filter(owner -> scaledObjects.contains(key(hpa, owner.name())))
        .isPresent();
  }

  private static String key(KubernetesObject inNamespaceOf, String name) {
    return inNamespaceOf.namespace() + "/" + name;
  }

  private static long surplus(
      KubernetesObject scaler, String min, long leastDefault, String max, long mostDefault) {
    return Numbers.at(scaler.document(), "spec", max).orElse(mostDefault)
        - Numbers.at(scaler.document(), "spec", min).orElse(leastDefault);
  }

  private static void check(
      KubernetesObject scaler, String[] path, long surplus, Consumer<AuditFinding> found) {
    if (surplus <= 1) {
      return;
    }
    Optional<Mapping> scaleDown = scaler.document().mapping(path);
    Optional<String> why =
        scaleDown
            .map(ScaleDownRule::allAtOnce)
            .orElse(
                Optional.of(
                    String.join(".", path)
                        + " is not set: after 300 s of less load all surplus may go within 15 s"));
    Optional<Position> at = Optional.of(scaleDown.map(Mapping::at).orElse(scaler.document().at()));
    why.ifPresent(
        text ->
            found.accept(
                AuditFinding.of(
                    Check.SCALE_DOWN_AT_ONCE,
                    scaler.place(),
                    at,
                    text + " (up to " + surplus + " pods)",
                    Change.set(
                        "set policies: type Percent, value 10, periodSeconds 60, and a"
                            + " stabilizationWindowSeconds of at least the grace period"))));
  }

  private static Optional<String> allAtOnce(Mapping scaleDown) {
    if (scaleDown.text("selectPolicy").filter("Disabled"::equals).isPresent()) {
      return Optional.empty();
    }
    Optional<Sequence> policies = scaleDown.sequence("policies");
    if (policies.isEmpty() || policies.get().items().isEmpty()) {
      return Optional.of("behavior.scaleDown has no policies: all surplus may go within 15 s");
    }
    boolean min = scaleDown.text("selectPolicy").filter("Min"::equals).isPresent();
    long all = policies.get().mappings().filter(ScaleDownRule::takesAll).count();
    boolean takesAll = min ? all == policies.get().items().size() : all > 0;
    return takesAll
        ? Optional.of("a scale-down policy allows 100 percent at once")
        : Optional.empty();
  }

  private static boolean takesAll(Mapping policy) {
    OptionalLong value = Numbers.at(policy, "value");
    return policy.text("type").filter("Percent"::equals).isPresent()
        && value.isPresent()
        && value.getAsLong() >= 100;
  }
}
