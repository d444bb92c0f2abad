package dev.sluice.runtime;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles what lanes have done. What is done while as many settles are outstanding as may be goes
 * together with the next; answers come in any order. Confined to the event loop.
 */
final class Settler {
  private static final Logger LOGGER = LoggerFactory.getLogger(Settler.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(200);

  /** The lanes as the settler sees them. */
  interface Books {
    /** What may be settled now, at most one a lane. */
    List<Settlement> take();

    /** The source's answer. */
    void answered(SettleResult result);

    /** True when something is done that is not settled. */
    boolean dirty();
  }

  /** Tells the source what to settle; as {@link Source#settle}. */
  @FunctionalInterface
  interface Way {
    Future<SettleResult> settle(List<Settlement> settlements, Duration within);
  }

  private final Way source;
  private final Books books;
  private final EventLoop loop;
  private final Timers timers;
  private final Duration within;
  private final int most;

  private int outstanding;
  private boolean scheduled;
  private boolean pausing;
  private Promise<Boolean> draining;

  /**
   * @param within the time of one settle
   * @param most how many may be outstanding
   */
  Settler(Way source, Books books, EventLoop loop, Timers timers, Duration within, int most) {
    if (most < 1) {
      throw new IllegalArgumentException(
          "Source.settlesAtOnce() is " + most + ": a source stands one settle at least");
    }
    this.source = source;
    this.books = books;
    this.loop = loop;
    this.timers = timers;
    this.within = within;
    this.most = most;
  }

  private boolean full() {
    return outstanding >= most;
  }

  /**
   * Something is done, or a lane has gone with what it had to settle. Looked at after this turn of
   * the loop, with whatever else there is.
   */
  void soon() {
    if (!scheduled && !full() && !pausing) {
      scheduled = true;
      loop.execute(
          () -> {
            scheduled = false;
            settle();
          });
    }
  }

  private void settle() {
    if (full()) {
      return; // Each answer looks again.
    }
    List<Settlement> settlements = books.take();
    if (settlements.isEmpty()) {
      finishDrain();
      return;
    }
    outstanding++;
    ask(() -> source.settle(settlements, within), settlements)
        .onComplete(answer -> loop.execute(() -> answered(answer.result())));
  }

  private static Future<SettleResult> ask(
      Supplier<Future<SettleResult>> settle, List<Settlement> settlements) {
    try {
      return settle
          .get()
          .otherwise(
              cause -> {
                LOGGER.atError().setCause(cause).log("a source failed to answer a settle");
                return SettleResult.failed(settlements);
              });
    } catch (RuntimeException e) {
      LOGGER.atError().setCause(e).log("a source threw from settle");
      return Future.succeededFuture(SettleResult.failed(settlements));
    }
  }

  private void answered(SettleResult result) {
    outstanding--;
    books.answered(result);
    if (!result.failed().isEmpty()) {
      pause();
    } else if (books.dirty()) {
      soon();
    } else {
      finishDrain();
    }
  }

  /** The same stretch again, but not in a tight loop against a broker in trouble. */
  private void pause() {
    if (pausing) {
      return;
    }
    pausing = true;
    timers.once(
        PAUSE_AFTER_FAILURE,
        () -> {
          pausing = false;
          settle();
        });
  }

  /**
   * Settles until nothing is left to settle.
   *
   * @return completes with true then; the caller bounds the wait and calls {@link #giveUp}
   */
  Future<Boolean> drain() {
    draining = Promise.promise();
    settle();
    return draining.future();
  }

  /** The time to settle is over. */
  void giveUp() {
    if (draining != null) {
      draining.tryComplete(false);
    }
  }

  private void finishDrain() {
    // Something dirty that can't be taken is on its way with the last commit of a revoke.
    if (draining != null && outstanding == 0 && !books.dirty()) {
      draining.tryComplete(true);
    }
  }
}
