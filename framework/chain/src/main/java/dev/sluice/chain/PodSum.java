package dev.sluice.chain;

import java.util.List;
import java.util.Optional;

/**
 * Whether everything inside a pod can stop before the pod is killed.
 *
 * @param needed preStop, all waits one after the other, and a second per group and one for the
 *     supervisor itself; without a supervisor preStop and what the program needs
 * @param given the smaller of the grace period and the node cap
 */
public record PodSum(long needed, Link given) {

  /** True when there is room for all of it. */
  public boolean fits() {
    return needed <= given.seconds();
  }

  /** The refusal, if it does not fit. */
  public Optional<Finding> finding() {
    if (fits()) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            Severity.REFUSAL,
            "pod-sum",
            "the pod needs " + needed + " s to stop, it is given " + given.seconds() + " s",
            List.of("binding link: " + given),
            List.of(
                "raise " + given.layer().replace(" not set", "") + " to " + needed + " or more",
                "lower the waits inside the pod")));
  }
}
