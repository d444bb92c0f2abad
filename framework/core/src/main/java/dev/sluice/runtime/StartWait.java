package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.Durations;
import dev.sluice.time.Clock;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for the parts of a start, together no longer than {@code startup} and until a stop. */
final class StartWait {
  private final Duration startup;
  private final Context loop;
  private final Clock clock;
  private final Future<?> stopping;
  private final long beganNanos;

  /**
   * The time begins to run.
   *
   * @param stopping completes when a stop is asked for
   */
  StartWait(Duration startup, Context loop, Clock clock, Future<?> stopping) {
    this.startup = startup;
    this.loop = loop;
    this.clock = clock;
    this.stopping = stopping;
    this.beganNanos = clock.nanos();
  }

  /** What is left of {@code startup}, at least a millisecond. */
  Duration left() {
    Duration left = startup.minus(clock.since(beganNanos));
    return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
  }

  /** Begins a part on the event loop. */
  Future<Void> onLoop(Supplier<Future<Void>> action) {
    Promise<Void> done = Promise.promise();
    loop.runOnContext(
        v -> {
          try {
            action.get().onComplete(done);
          } catch (RuntimeException | Error e) {
            done.fail(e);
          }
        });
    return done.future();
  }

  /** For a part that does not end by itself in time. */
  Future<Void> bounded(String what, Future<Void> part) {
    return part.timeout(left().toMillis(), TimeUnit.MILLISECONDS)
        .recover(
            cause ->
                Future.failedFuture(
                    cause instanceof TimeoutException
                        ? new InvalidSetup(
                            what
                                + " has not completed within startup ("
                                + Durations.print(startup)
                                + ")\nFix: find out what it waits for, or raise startup",
                            cause)
                        : cause));
  }

  /** Waits for a part to start, or for a stop, whichever comes first. */
  <A> A until(Future<A> part) throws StoppedWhileStarting {
    CompletableFuture<A> started = part.toCompletionStage().toCompletableFuture();
    CompletableFuture<?> stopped = stopping.toCompletionStage().toCompletableFuture();
    try {
      CompletableFuture.anyOf(started, stopped).get();
      if (!started.isDone()) {
        throw new StoppedWhileStarting();
      }
      return started.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedWhileStarting();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StoppedWhileStarting stop) {
        throw stop;
      }
      if (e.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      throw new IllegalStateException(Causes.brief(e.getCause()), e.getCause());
    }
  }
}
