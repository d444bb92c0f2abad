package dev.sluice.chain;

import java.time.Duration;
import java.util.Objects;

/**
 * The {@code shutdown} section of {@code pipeline.yaml}; every figure is zero or more.
 *
 * @param commit time allowed to settle: commit what is done to the source
 * @param close time allowed to leave the group, close connections, flush logs and telemetry
 * @param margin slack between a layer and the one around it; the pod's clock starts before SIGTERM
 *     arrives
 * @param preStop the worker container's own preStop hook; it is spent inside the grace period
 */
public record ShutdownBudget(Duration commit, Duration close, Duration margin, Duration preStop) {
  /** Ten seconds each, no preStop. */
  public static final ShutdownBudget DEFAULT =
      new ShutdownBudget(
          Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ZERO);

  /**
   * Validates the figures.
   *
   * @throws InvalidDeclaration if one is below zero
   */
  public ShutdownBudget {
    requireNotNegative("shutdown.commit", commit);
    requireNotNegative("shutdown.close", close);
    requireNotNegative("shutdown.margin", margin);
    requireNotNegative("shutdown.preStop", preStop);
  }

  private static void requireNotNegative(String key, Duration value) {
    Objects.requireNonNull(value, key);
    if (value.isNegative()) {
      throw new InvalidDeclaration(key + " must be zero or more, not " + value);
    }
  }
}
