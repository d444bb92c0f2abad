package dev.sluice.testkit;

import dev.sluice.api.BlockingChunkContext;
import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.Chunk;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A handler that blocks until a test lets it go on, without a sleep anywhere.
 *
 * <pre>{@code
 * BlockingHandler<String> handler = BlockingHandler.withLimit(Duration.ofSeconds(60));
 * try (WorkerHarness<String> worker = WorkerHarness.of(handler, Decoder.string())) {
 *   worker.push("orders-0", "a");
 *   BlockingHandler.Call<String> call = handler.awaitEntered();
 *   worker.stop();                                   // waits for the try
 *   call.release();
 *   worker.turnUntil(worker::ended);
 * }
 * }</pre>
 *
 * @param <T> the decoded value of a record
 */
public final class BlockingHandler<T> implements BlockingChunkHandler<T> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final TaskLimits limits;
  private final BlockingQueue<Call<T>> entered = new LinkedBlockingQueue<>();

  private BlockingHandler(TaskLimits limits) {
    this.limits = limits;
  }

  /** A handler with these limits. */
  public static <T> BlockingHandler<T> of(TaskLimits limits) {
    return new BlockingHandler<>(limits);
  }

  /** A handler with this limit and no checkpoints. */
  public static <T> BlockingHandler<T> withLimit(Duration limit) {
    return of(TaskLimits.limit(limit));
  }

  /** One call, inside of the handler. Its methods are for the test's thread. */
  public static final class Call<T> {
    private final Chunk<T> chunk;
    private final BlockingChunkContext<T> context;
    private final CompletableFuture<Outcome> gate = new CompletableFuture<>();
    private final CountDownLatch left = new CountDownLatch(1);
    private volatile boolean interrupted;

    private Call(Chunk<T> chunk, BlockingChunkContext<T> context) {
      this.chunk = chunk;
      this.context = context;
    }

    /** What it was called with. */
    public Chunk<T> chunk() {
      return chunk;
    }

    /** The context, for checkpoints and for what the handler could ask. */
    public BlockingChunkContext<T> context() {
      return context;
    }

    /** The handler returns {@link Outcome#DONE}. */
    public void release() {
      release(Outcome.DONE);
    }

    /** The handler returns. */
    public void release(Outcome outcome) {
      gate.complete(outcome);
    }

    /** The handler throws. */
    public void fail(Exception cause) {
      gate.completeExceptionally(cause);
    }

    /** Waits until the handler's thread has left it, by itself or interrupted. */
    public void awaitLeft() throws InterruptedException {
      if (!left.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("the handler has not been left after " + PATIENCE);
      }
    }

    /** Whether the handler's thread was interrupted while it waited. */
    public boolean interrupted() {
      return interrupted;
    }
  }

  @Override
  public TaskLimits limits() {
    return limits;
  }

  @Override
  public Outcome handle(Chunk<T> chunk, BlockingChunkContext<T> context) throws Exception {
    Call<T> call = new Call<>(chunk, context);
    entered.add(call);
    try {
      return call.gate.get();
    } catch (InterruptedException e) {
      call.interrupted = true;
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      call.left.countDown();
    }
  }

  /**
   * Waits until a thread is inside of the handler, and takes that call.
   *
   * @throws IllegalStateException when none comes within ten seconds
   */
  public Call<T> awaitEntered() throws InterruptedException {
    Call<T> call = entered.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    if (call == null) {
      throw new IllegalStateException("the handler has not been entered after " + PATIENCE);
    }
    return call;
  }
}
