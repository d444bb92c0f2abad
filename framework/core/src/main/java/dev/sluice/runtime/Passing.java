package dev.sluice.runtime;

import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Moves positions in the store over records that have ended without it. On the event loop. */
final class Passing {
  private final TransactionStore<?> store;
  private final Clock clock;
  private final Timers timers;
  private final EventLoop loop;

  Passing(TransactionStore<?> store, Clock clock, Timers timers, EventLoop loop) {
    this.store = store;
    this.clock = clock;
    this.timers = timers;
    this.loop = loop;
  }

  /**
   * Moves the store's position of a lane over records that have ended without it. Waits for a
   * transaction of this worker's on the lane, which the store would end as it ends those of earlier
   * owners; mostly that moves the position by itself.
   *
   * @return completes on the loop; at once when the store is there already
   */
  Future<Void> pass(Tenure tenure, long next, Duration bound) {
    if (tenure.position() >= next) {
      return Future.succeededFuture();
    }
    Future<Void> quiet = tenure.quiet();
    if (quiet.isComplete()) {
      return passNow(tenure, next, bound);
    }
    long since = clock.nanos();
    Promise<Void> waited = Promise.promise();
    Timers.Timer late =
        timers.once(
            bound,
            () ->
                waited.tryFail(
                    new TimeoutException(
                        "a transaction of " + tenure.lane().name() + " still goes on")));
    quiet.onComplete(over -> waited.tryComplete());
    return waited
        .future()
        .onComplete(over -> late.cancel())
        .compose(over -> pass(tenure, next, atLeast(bound.minus(clock.since(since)))));
  }

  private static Duration atLeast(Duration bound) {
    Duration least = Duration.ofMillis(1);
    return bound.compareTo(least) < 0 ? least : bound;
  }

  private Future<Void> passNow(Tenure tenure, long next, Duration bound) {
    if (!tenure.held()) {
      return Future.failedFuture(
          new TransactionStore.Fenced(tenure.lane().name() + " is somebody else's"));
    }
    LaneClaim claim = tenure.claim();
    Promise<Void> done = Promise.promise();
    Future<Void> asked;
    try {
      asked = store.passInLane(claim, next, bound);
    } catch (RuntimeException e) {
      asked = Future.failedFuture(e);
    }
    asked.onComplete(
        answer ->
            loop.execute(
                () -> {
                  if (answer.succeeded()) {
                    tenure.applied(next);
                  }
                  done.handle(answer);
                }));
    return done.future();
  }
}
