package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.kubernetes.GracePeriod;
import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.Owner;
import dev.sluice.audit.kubernetes.ScaleTarget;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Autoscalers that may take most of the surplus pods at once, or after a short dip of load. */
final class ScaleDownRule implements Rule {
  private static final String[] HPA = {"spec", "behavior", "scaleDown"};
  private static final String[] KEDA = {
    "spec", "advanced", "horizontalPodAutoscalerConfig", "behavior", "scaleDown"
  };

  // Kubernetes' default, and the least that Sluice writes.
  private static final long STABILIZATION = 300;

  /** How far a scaler goes. */
  private record Range(long least, long most) {
    long surplus() {
      return most - least;
    }

    /** How many pods of the surplus a policy allows to stop in one period; Kubernetes rounds up. */
    OptionalLong taken(Mapping policy) {
      OptionalLong value = Numbers.at(policy, "value");
      if (value.isEmpty()) {
        return value;
      }
      return switch (policy.text("type").orElse("")) {
        case "Pods" -> OptionalLong.of(Math.min(value.getAsLong(), surplus()));
        case "Percent" ->
            OptionalLong.of(
                Math.min((most * Math.min(value.getAsLong(), 100) + 99) / 100, surplus()));
        default -> OptionalLong.empty();
      };
    }
  }

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    List<KubernetesObject> scaledObjects = estate.objects("ScaledObject");
    Map<String, List<Workload>> workloads = new HashMap<>();
    Rule.workloads(
        estate, it -> workloads.computeIfAbsent(it.name(), name -> new ArrayList<>()).add(it));
    Set<String> read =
        scaledObjects.stream().map(it -> key(it, it.name())).collect(Collectors.toSet());
    estate.objects("HorizontalPodAutoscaler").stream()
        .filter(hpa -> !madeBy(hpa, read))
        .forEach(
            hpa ->
                check(hpa, HPA, range(hpa, "minReplicas", 1, "maxReplicas", 1), workloads, found));
    scaledObjects.forEach(
        keda ->
            check(
                keda,
                KEDA,
                range(keda, "minReplicaCount", 0, "maxReplicaCount", 100),
                workloads,
                found));
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

  private static Range range(
      KubernetesObject scaler, String min, long leastDefault, String max, long mostDefault) {
    return new Range(
        Numbers.at(scaler.document(), "spec", min).orElse(leastDefault),
        Numbers.at(scaler.document(), "spec", max).orElse(mostDefault));
  }

  private static void check(
      KubernetesObject scaler,
      String[] path,
      Range range,
      Map<String, List<Workload>> workloads,
      Consumer<AuditFinding> found) {
    Optional<Mapping> scaleDown = scaler.document().mapping(path);
    boolean disabled =
        scaleDown.flatMap(it -> it.text("selectPolicy")).filter("Disabled"::equals).isPresent();
    if (range.surplus() <= 1 || disabled) {
      return;
    }
    Optional<String> crowd =
        scaleDown
            .map(it -> crowd(it, range))
            .orElse(
                Optional.of(
                    String.join(".", path)
                        + " is not set: after 300 s of less load all surplus may go within 15 s"));
    long grace = grace(scaler, workloads);
    Optional<String> dip = scaleDown.flatMap(it -> shortWait(it, grace));
    if (crowd.isEmpty() && dip.isEmpty()) {
      return;
    }
    AuditFinding finding =
        AuditFinding.of(
            Check.SCALE_DOWN_AT_ONCE,
            scaler.place(),
            Optional.of(scaleDown.map(Mapping::at).orElse(scaler.document().at())),
            Stream.concat(
                    crowd.map(it -> it + " (up to " + range.surplus() + " pods)").stream(),
                    dip.stream())
                .collect(Collectors.joining("; ")),
            Change.set(
                "set policies: type Percent, value 10, periodSeconds 60, and"
                    + " stabilizationWindowSeconds "
                    + Math.max(STABILIZATION, grace)));
    found.accept(crowd.isPresent() ? finding : finding.weighing(Level.NOTE));
  }

  private static Optional<String> crowd(Mapping scaleDown, Range range) {
    Optional<Sequence> policies = scaleDown.sequence("policies");
    if (policies.isEmpty() || policies.get().items().isEmpty()) {
      return Optional.of("behavior.scaleDown has no policies: all surplus may go within 15 s");
    }
    boolean min = scaleDown.text("selectPolicy").filter("Min"::equals).isPresent();
    List<Mapping> taking =
        policies.get().mappings().filter(policy -> takesMost(policy, range)).toList();
    if (min ? taking.size() < policies.get().items().size() : taking.isEmpty()) {
      return Optional.empty();
    }
    Mapping policy = taking.get(0);
    return Optional.of(
        "a scale-down policy ("
            + policy.text("type").orElseThrow()
            + " "
            + Numbers.at(policy, "value").getAsLong()
            + ") lets "
            + range.taken(policy).getAsLong()
            + " of "
            + range.surplus()
            + " surplus pods go within "
            + policy.text("periodSeconds").map(it -> it + " s").orElse("one period"));
  }

  // Nine of ten are as good as all.
  private static boolean takesMost(Mapping policy, Range range) {
    OptionalLong taken = range.taken(policy);
    return taken.isPresent() && taken.getAsLong() * 10 >= range.surplus() * 9;
  }

  private static Optional<String> shortWait(Mapping scaleDown, long grace) {
    OptionalLong written = Numbers.at(scaleDown, "stabilizationWindowSeconds");
    long window = written.orElse(STABILIZATION);
    if (window >= Math.max(STABILIZATION, grace)) {
      return Optional.empty();
    }
    return Optional.of(
        "stabilizationWindowSeconds "
            + (written.isPresent() ? "is " + window : "is not set (300)")
            + (grace > STABILIZATION
                ? ", less than the grace period of " + grace + " s"
                : ", less than the default of 300 s")
            + ": a short dip of load stops pods");
  }

  // The longest of the targets; 0 when none was read.
  private static long grace(KubernetesObject scaler, Map<String, List<Workload>> workloads) {
    Optional<ScaleTarget> target = ScaleTarget.of(scaler);
    return target.stream()
        .flatMap(it -> workloads.getOrDefault(it.name(), List.of()).stream().filter(it::is))
        .flatMap(it -> GracePeriod.of(it).granted().stream())
        .mapToLong(Long::longValue)
        .max()
        .orElse(0);
  }
}
