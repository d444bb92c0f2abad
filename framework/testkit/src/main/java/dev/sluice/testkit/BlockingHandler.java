package dev.sluice.testkit;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.Chunk;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Wraps a blocking handler so that a test knows when it is inside and lets it go on, without a
 * sleep. Each call announces itself, waits to be released, then does what the wrapped one does.
 *
 * <pre>{@code
 * BlockingHandler<Order> handler = new BlockingHandler<>(new LoadOrders());
 * ...
 * handler.awaitEntered();
 * worker.stop();
 * handler.release();
 * }</pre>
 *
 * <p>Callable from any thread.
 *
 * @param <T> the decoded value of a record
 */
public final class BlockingHandler<T> implements BlockingChunkHandler<T> {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final BlockingChunkHandler<T> wrapped;
  private final Semaphore entered = new Semaphore(0);
  private final Semaphore released = new Semaphore(0);
  private final AtomicInteger interrupted = new AtomicInteger();

  /**
   * @param wrapped the handler under test
   */
  public BlockingHandler(BlockingChunkHandler<T> wrapped) {
    this.wrapped = wrapped;
  }

  /** A handler that does nothing but wait. */
  public static <T> BlockingHandler<T> idle(TaskLimits limits) {
    return new BlockingHandler<>(
        new BlockingChunkHandler<>() {
          @Override
          public TaskLimits limits() {
            return limits;
          }

          @Override
          public Outcome handle(Chunk<T> chunk, BlockingChunkContext<T> context) {
            return Outcome.DONE;
          }
        });
  }

  @Override
  public TaskLimits limits() {
    return wrapped.limits();
  }

  @Override
  public Outcome handle(Chunk<T> chunk, BlockingChunkContext<T> context) throws Exception {
    entered.release();
    try {
      released.acquire();
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
      throw e;
    }
    return wrapped.handle(chunk, context);
  }

  /**
   * Waits until one more call is inside. Blocks.
   *
   * @throws AssertionError when none is within 20 s of real time
   */
  public void awaitEntered() throws InterruptedException {
    if (!entered.tryAcquire(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new AssertionError("no call of the handler within " + PATIENCE);
    }
  }

  /** Lets one call go on, now or when it comes. */
  public void release() {
    released.release();
  }

  /** How many calls were interrupted while they waited. */
  public int interrupted() {
    return interrupted.get();
  }
}
