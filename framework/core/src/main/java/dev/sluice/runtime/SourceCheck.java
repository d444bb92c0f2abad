package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.PipelineSettings;
import dev.sluice.spi.Capability;
import java.util.Set;

/** What a source must be able to do for this engine and this pipeline. */
final class SourceCheck {
  private SourceCheck() {}

  /**
   * Refuses a source that can't do it.
   *
   * @throws InvalidSetup with the key, what the source can and the fix
   */
  static void check(PipelineSettings pipeline, Set<Capability> can) {
    if (!pipeline.retry().topics().isEmpty() && !can.contains(Capability.DELAYED_RETRY)) {
      throw new InvalidSetup(
          "pipeline.retry.topics: the source '"
              + pipeline.source().provider().name()
              + "' keeps no records for later (DELAYED_RETRY); retries happen in place, with the"
              + " pauses of pipeline.retry.backoff\nFix: remove topics");
    }
    boolean cumulative =
        can.contains(Capability.CUMULATIVE) && can.contains(Capability.FREE_HAND_BACK);
    if (!cumulative && !can.contains(Capability.INDIVIDUAL)) {
      throw new InvalidSetup(
          "pipeline.source."
              + pipeline.source().provider().name()
              + ": this engine needs a source that settles each record (INDIVIDUAL), or positions"
              + " with free hand-back (CUMULATIVE and FREE_HAND_BACK); this one can "
              + can);
    }
  }
}
