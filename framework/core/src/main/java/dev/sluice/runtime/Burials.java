package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Batch;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Writes dead letters, each within the time to settle. On the event loop. */
final class Burials {
  private final String pipeline;
  private final Optional<DeadLetters> letters;
  private final Duration within;
  private final Clock clock;

  Burials(String pipeline, Optional<DeadLetters> letters, Duration within, Clock clock) {
    this.pipeline = pipeline;
    this.letters = letters;
    this.within = within;
    this.clock = clock;
  }

  /**
   * Writes the letter of one record.
   *
   * @param one the record alone
   * @param failures in how many failed tries it was
   * @return completes when the letter is confirmed; may complete on any thread
   */
  Future<Void> write(LaneRef lane, RawChunk one, Throwable cause, int failures) {
    if (letters.isEmpty()) {
      return Future.failedFuture(
          new IllegalStateException("no pipeline.deadLetter is configured to write it to"));
    }
    Batch batch = one.batch(0);
    int at = one.inBatch(0);
    DeadLetter letter =
        new DeadLetter(
            pipeline,
            lane,
            batch.position(at),
            batch.timestamp(at),
            batch.key(at),
            batch.value(at),
            batch.headers(at),
            cause.getClass().getName(),
            cause.getMessage(),
            failures,
            Instant.ofEpochMilli(clock.epochMillis()));
    try {
      return letters.get().write(letter, within);
    } catch (RuntimeException | Error e) {
      return Future.failedFuture(e);
    }
  }
}
