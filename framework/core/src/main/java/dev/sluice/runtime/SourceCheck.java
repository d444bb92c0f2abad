package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.PipelineSettings;
import dev.sluice.spi.Capability;
import dev.sluice.spi.SourceProvider;
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
    checkKept(pipeline.source().provider(), can);
  }

  /** Their difference would acknowledge a record that is given up, and nobody would keep it. */
  private static void checkKept(SourceProvider<?> provider, Set<Capability> can) {
    boolean keeps = can.contains(Capability.KEEPS_FAILED);
    if (keeps != provider.keepsFailed()) {
      throw new InvalidSetup(
          "pipeline.source."
              + provider.name()
              + (keeps
                  ? ": the source says that it keeps records that are given up (KEEPS_FAILED), and"
                      + " its provider says that it does not"
                  : ": the provider says that its sources keep records that are given up, and this"
                      + " one does not (KEEPS_FAILED)")
              + "; one that nobody keeps would be lost\nFix: have keepsFailed() of the adapter's"
              + " SourceProvider and the source's capabilities say the same");
    }
  }
}
