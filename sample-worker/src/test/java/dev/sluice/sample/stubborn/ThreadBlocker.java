package dev.sluice.sample.stubborn;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.Chunk;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import java.util.concurrent.CountDownLatch;

/** Does its first record and waits for ever on its own thread, until it is interrupted. */
final class ThreadBlocker implements BlockingChunkHandler<String> {
  private final TaskLimits limits;

  ThreadBlocker(TaskLimits limits) {
    this.limits = limits;
  }

  @Override
  public TaskLimits limits() {
    return limits;
  }

  @Override
  public Outcome handle(Chunk<String> chunk, BlockingChunkContext<String> context)
      throws InterruptedException {
    context.checkpoint(chunk.get(0));
    Said.line("began " + chunk.size());
    try {
      new CountDownLatch(1).await();
      return Outcome.DONE;
    } catch (InterruptedException e) {
      Said.line("interrupted");
      throw e;
    }
  }
}
