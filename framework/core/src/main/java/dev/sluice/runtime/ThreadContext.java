package dev.sluice.runtime;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import java.time.Duration;

/** The context of a blocking handler's try. */
final class ThreadContext<T> implements BlockingChunkContext<T> {
  private final TryProgress<T> progress;

  ThreadContext(TryProgress<T> progress) {
    this.progress = progress;
  }

  @Override
  public boolean draining() {
    return progress.draining();
  }

  @Override
  public Duration remaining() {
    return progress.remaining();
  }

  @Override
  public void checkpoint(SourceRecord<T> upTo) {
    progress.checkpoint(upTo);
  }

  @Override
  public Outcome forEach(Step<T> step) throws Exception {
    for (int i = 0; i < progress.chunk().size(); i++) {
      if (progress.draining()) {
        return Outcome.STOPPED;
      }
      progress.requireAlive();
      SourceRecord<T> current = progress.chunk().get(i);
      step.accept(current);
      progress.checkpoint(current);
    }
    return Outcome.DONE;
  }
}
