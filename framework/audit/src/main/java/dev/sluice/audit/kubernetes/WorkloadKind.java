package dev.sluice.audit.kubernetes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind that makes pods.
 *
 * @param name as written in {@code kind}
 * @param groups the API groups it stands in
 * @param rank what it can have been made by
 * @param templateNeeded false for what may do without a pod template
 * @param template the keys from the object to its pod template; none when the object itself is one
 */
record WorkloadKind(
    String name, Set<String> groups, Rank rank, boolean templateNeeded, List<String> template) {

  /** Only a higher one makes a lower one, so that no circle of owners can hide all of them. */
  private enum Rank {
    POD,
    MADE,
    TOP
  }

  private static final Set<String> CORE = Set.of("");
  private static final Set<String> APPS = Set.of("apps", "extensions");
  private static final List<String> TEMPLATE = List.of("spec", "template");

  private static final Map<String, WorkloadKind> ALL =
      Stream.of(
              new WorkloadKind("Pod", CORE, Rank.POD, true, List.of()),
              new WorkloadKind("ReplicaSet", APPS, Rank.MADE, true, TEMPLATE),
              new WorkloadKind("ReplicationController", CORE, Rank.MADE, true, TEMPLATE),
              new WorkloadKind("Job", Set.of("batch"), Rank.MADE, true, TEMPLATE),
              new WorkloadKind("Deployment", APPS, Rank.TOP, true, TEMPLATE),
              new WorkloadKind("StatefulSet", APPS, Rank.TOP, true, TEMPLATE),
              new WorkloadKind("DaemonSet", APPS, Rank.TOP, true, TEMPLATE),
              new WorkloadKind(
                  "CronJob",
                  Set.of("batch"),
                  Rank.TOP,
                  true,
                  List.of("spec", "jobTemplate", "spec", "template")),
              new WorkloadKind(
                  "ScaledJob",
                  Set.of("keda.sh"),
                  Rank.TOP,
                  true,
                  List.of("spec", "jobTargetRef", "template")),
              // An Argo Rollout may point to a Deployment instead.
              new WorkloadKind("Rollout", Set.of("argoproj.io"), Rank.TOP, false, TEMPLATE),
              new WorkloadKind(
                  "DeploymentConfig", Set.of("apps.openshift.io", ""), Rank.TOP, false, TEMPLATE))
          .collect(Collectors.toUnmodifiableMap(WorkloadKind::name, Function.identity()));

  /** What kind of workload an object is; empty for all other objects. */
  static Optional<WorkloadKind> of(KubernetesObject object) {
    return of(object.kind())
        .filter(it -> it.groups.contains(ScaleTarget.group(object.apiVersion())));
  }

  /** The kind of this name in whatever API group. */
  static Optional<WorkloadKind> of(String kind) {
    return Optional.ofNullable(ALL.get(kind));
  }

  /** True when objects of this kind can be made by those of the other. */
  boolean madeBy(WorkloadKind other) {
    return rank.compareTo(other.rank) < 0;
  }
}
