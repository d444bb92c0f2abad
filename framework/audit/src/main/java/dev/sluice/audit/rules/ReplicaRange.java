package dev.sluice.audit.rules;

import dev.sluice.audit.kubernetes.KubernetesObject;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.text.Scalar;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How many replicas a workload has: those of its autoscaler, else what is written, else one.
 *
 * @param least the fewest; empty when what is written is no number
 * @param most the most; empty when what is written is no number
 * @param scaled true when an autoscaler decides
 */
record ReplicaRange(OptionalLong least, OptionalLong most, boolean scaled) {

  /** Of a workload with its scalers. */
  static ReplicaRange of(Workload workload, List<KubernetesObject> scalers) {
    if (!scalers.isEmpty()) {
      KubernetesObject scaler = scalers.get(0);
      return scaler.kind().equals("ScaledObject")
          ? scaled(scaler, "minReplicaCount", 0, "maxReplicaCount", 100)
          : scaled(scaler, "minReplicas", 1, "maxReplicas", 1);
    }
    OptionalLong replicas = figure(workload.document().scalar("spec", "replicas"), 1);
    return new ReplicaRange(replicas, replicas, false);
  }

  private static ReplicaRange scaled(
      KubernetesObject scaler, String min, long least, String max, long most) {
    return new ReplicaRange(
        figure(scaler.document().scalar("spec", min), least),
        figure(scaler.document().scalar("spec", max), most),
        true);
  }

  /** True when there are no pods and nothing makes any. */
  boolean none() {
    return most.isPresent() && most.getAsLong() == 0;
  }

  /** True when there is never more than one. */
  boolean single() {
    return most.isPresent() && most.getAsLong() <= 1;
  }

  private static OptionalLong figure(Optional<Scalar> written, long missing) {
    return written.map(Numbers::of).orElse(OptionalLong.of(missing));
  }
}
