package dev.sluice.runtime;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.Chunk;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A blocking handler with a gate that a test opens, and a record of what it went through. */
final class BlockingScript implements BlockingChunkHandler<String> {
  interface Body {
    Outcome run(BlockingScript self, Chunk<String> chunk, BlockingChunkContext<String> context)
        throws Exception;
  }

  final Semaphore gate = new Semaphore(0);
  final AtomicInteger entered = new AtomicInteger();
  final AtomicInteger left = new AtomicInteger();
  final List<String> seen = new CopyOnWriteArrayList<>();
  final List<Throwable> caught = new CopyOnWriteArrayList<>();
  private final Body body;
  volatile Chunk<String> chunk;
  volatile BlockingChunkContext<String> context;
  volatile Thread thread;

  BlockingScript(Body body) {
    this.body = body;
  }

  @Override
  public TaskLimits limits() {
    return TaskLimits.limit(Duration.ofSeconds(60));
  }

  @Override
  public Outcome handle(Chunk<String> given, BlockingChunkContext<String> with) throws Exception {
    chunk = given;
    context = with;
    thread = Thread.currentThread();
    entered.incrementAndGet();
    try {
      return body.run(this, given, with);
    } catch (Throwable e) {
      caught.add(e);
      throw e;
    } finally {
      left.incrementAndGet();
    }
  }
}
