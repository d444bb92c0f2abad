package dev.sluice.audit.diagnose;

import java.util.Map;
import java.util.Optional;

/** What began a stop: not the layer that ended it, but what a person wants to know next. */
final class Beginning {
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry(
              "EvictionByEvictionAPI", "an eviction through the API (a node drain, an autoscaler)"),
          Map.entry("PreemptionByScheduler", "the scheduler, for a pod of higher priority"),
          Map.entry("PreemptionByKubeScheduler", "the scheduler, for a pod of higher priority"),
          Map.entry("DeletionByTaintManager", "a taint on the node"),
          Map.entry("DeletionByPodGC", "the garbage collection of pods: its node was gone"),
          Map.entry(
              "TerminationByKubelet", "the kubelet: node pressure, node shutdown or preemption"),
          Map.entry("Evicted", "the kubelet's eviction"),
          Map.entry("Evict", "an eviction"),
          Map.entry("Preempting", "a pod of higher priority"),
          Map.entry("Preempted", "a pod of higher priority"),
          Map.entry("NodeShutdown", "a shutdown of the node"),
          Map.entry("TaintManagerEviction", "a taint on the node"),
          Map.entry("DeletingNode", "the deletion of the node"),
          Map.entry("ScaleDown", "the cluster autoscaler taking the node away"),
          Map.entry("Disrupted", "Karpenter taking the node away"),
          Map.entry("SpotInterrupted", "a spot interruption: the node is gone two minutes later"),
          Map.entry("SuccessfulDelete", "its controller: a scale-down or a rollout"),
          Map.entry("DeadlineExceeded", "activeDeadlineSeconds"));

  private Beginning() {}

  static Optional<String> of(Case of) {
    return of.pod
        .flatMap(PodRecord::disruption)
        .map(given -> words(given.value(), given.evidence()))
        .or(
            () ->
                of.events.stream()
                    .filter(event -> event.startsStop() && REASONS.containsKey(event.reason()))
                    .map(event -> words(event.reason(), event.evidence()))
                    .findFirst());
  }

  private static String words(String reason, Evidence evidence) {
    return REASONS.getOrDefault(reason, reason)
        + evidence.at().map(at -> " (" + at + ")").orElse("");
  }
}
