package dev.sluice.config;

import dev.sluice.chain.ShutdownBudget;
import java.time.Duration;

/**
 * The {@code shutdown} section.
 *
 * @param commit time to settle
 * @param close time to leave the source and close clients
 * @param margin slack between a layer and the one around it
 * @param preStop what the container's own preStop hook takes
 */
public record ShutdownSettings(
    @Setting(doc = "Time to settle: commit what is done to the source.", value = "10s")
        Duration commit,
    @Setting(doc = "Time to leave the source and close clients.", value = "10s") Duration close,
    @Setting(doc = "Slack between a layer and the one around it.", value = "10s") Duration margin,
    @Setting(doc = "What the container's own preStop hook takes.", value = "0s") Duration preStop) {

  /** The same figures as the chain takes them. */
  public ShutdownBudget budget() {
    return new ShutdownBudget(commit, close, margin, preStop);
  }
}
