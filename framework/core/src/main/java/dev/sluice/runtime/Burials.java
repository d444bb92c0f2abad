package dev.sluice.runtime;

import dev.sluice.api.TryEnded;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Attempt;
import dev.sluice.spi.Batch;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.DelayedRetries;
import dev.sluice.spi.Origin;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Writes what leaves its lane, dead letters and records that come again later, so many at once as
 * chunks may run, each within the time to settle. On the event loop.
 */
final class Burials {
  private final String pipeline;
  private final Optional<DeadLetters> letters;
  private final Optional<DelayedRetries> retries;
  private final boolean sourceKeeps;
  private final Duration within;
  private final int mostAtOnce;
  private final Clock clock;
  private final Timers timers;
  private final EventLoop loop;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int writing;

  /** Asks a place to store one record. */
  private interface Place {
    Future<Void> store(DeadLetter record, Duration within);
  }

  /**
   * @param letters where dead letters go, if anywhere
   * @param retries where records go that come again later, if anywhere
   * @param sourceKeeps whether the source keeps what is given up
   */
  Burials(
      EngineSettings settings,
      Optional<DeadLetters> letters,
      Optional<DelayedRetries> retries,
      boolean sourceKeeps,
      Clock clock,
      Timers timers,
      EventLoop loop) {
    this.pipeline = settings.pipeline();
    this.letters = letters;
    this.retries = retries;
    this.sourceKeeps = sourceKeeps;
    this.within = settings.commit();
    this.mostAtOnce = settings.maxChunks();
    this.clock = clock;
    this.timers = timers;
    this.loop = loop;
  }

  /**
   * Writes the letter of one record.
   *
   * @param one the record alone
   * @param failures in how many failed tries it was
   * @param wanted asked when its turn has come: a record that was handed back while it waited is
   *     its next owner's, and no letter is written
   * @return completes on the loop when the letter is confirmed; fails in time when it is not
   */
  Future<Void> write(
      LaneRef lane, RawChunk one, Throwable cause, int failures, BooleanSupplier wanted) {
    if (letters.isEmpty()) {
      return Future.failedFuture(
          new IllegalStateException("no pipeline.deadLetter is configured to write it to"));
    }
    return queue(letters.get()::write, letter(lane, one, cause, failures), wanted);
  }

  /** Whether a record that is given up needs no letter: its source keeps it, nothing else does. */
  boolean atSource() {
    return sourceKeeps && letters.isEmpty();
  }

  /** Enters a record whose letter is confirmed in the books. */
  void confirmed(LaneAccount account, RawChunk one, Throwable cause) {
    if (sourceKeeps) {
      account.dead(one, Causes.brief(cause));
    } else {
      account.deadLettered(one);
    }
  }

  /** How long a record of a lane is kept when it fails there for good; empty when it is not. */
  Optional<Duration> delay(LaneRef lane) {
    return retries.flatMap(place -> place.delay(lane));
  }

  /** Has one record come again later; as {@link #write}, and only with a {@link #delay}. */
  Future<Void> keep(
      LaneRef lane, RawChunk one, Throwable cause, int failures, BooleanSupplier wanted) {
    DelayedRetries place = retries.orElseThrow();
    return queue(
        (record, bound) -> place.keep(lane, record, bound),
        letter(lane, one, cause, failures),
        wanted);
  }

  private Future<Void> queue(Place place, DeadLetter record, BooleanSupplier wanted) {
    Promise<Void> answer = Promise.promise();
    waiting.addLast(
        () -> {
          if (wanted.getAsBoolean()) {
            begin(place, record, answer);
          } else {
            answer.fail(new TryEnded("the record was handed back before its turn came"));
          }
        });
    next();
    return answer.future();
  }

  private void next() {
    while (writing < mostAtOnce && !waiting.isEmpty()) {
      waiting.pollFirst().run();
    }
  }

  private void begin(Place place, DeadLetter letter, Promise<Void> answer) {
    writing++;
    Promise<Void> written = Promise.promise();
    // A place that never answers must not hold its record, and the lane, for ever.
    Timers.Timer late =
        timers.once(
            within,
            () -> written.tryFail(new TimeoutException("no confirmation within " + within)));
    written
        .future()
        .onComplete(
            result -> {
              late.cancel();
              writing--;
              answer.handle(result);
              next();
            });
    ask(place, letter)
        .onComplete(
            result ->
                loop.execute(
                    () -> {
                      if (result.succeeded()) {
                        written.tryComplete();
                      } else {
                        written.tryFail(result.cause());
                      }
                    }));
  }

  private Future<Void> ask(Place place, DeadLetter letter) {
    try {
      Future<Void> asked = place.store(letter, within);
      return asked == null
          ? Future.failedFuture(new NullPointerException("its writer returned null, not a Future"))
          : asked;
    } catch (RuntimeException | Error e) {
      return Future.failedFuture(e);
    }
  }

  private DeadLetter letter(LaneRef lane, RawChunk one, Throwable cause, int failures) {
    Batch batch = one.batch(0);
    int at = one.inBatch(0);
    Origin origin = batch.origin(at).orElseGet(() -> new Origin(lane, batch.position(at), 0));
    return new DeadLetter(
        pipeline,
        origin.lane(),
        origin.position(),
        batch.timestamp(at),
        batch.key(at),
        batch.value(at),
        batch.headers(at),
        cause.getClass().getName(),
        cause.getMessage(),
        batch.attempt(at).map(Attempt::number).orElse(origin.attempts() + failures),
        Instant.ofEpochMilli(clock.epochMillis()));
  }
}
