package dev.sluice.testkit.engine;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DelayedRetries;
import dev.sluice.testkit.InMemoryDeadLetters;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/** Keeps records of lane {@code a} for a minute; every other lane has been through all delays. */
final class KeptRecords implements DelayedRetries {
  static final Duration DELAY = Duration.ofMinutes(1);

  final InMemoryDeadLetters kept = new InMemoryDeadLetters();

  @Override
  public Optional<Duration> delay(LaneRef lane) {
    return lane.name().equals("a") ? Optional.of(DELAY) : Optional.empty();
  }

  @Override
  public Future<Void> keep(LaneRef from, DeadLetter record, Duration within) {
    return kept.write(record, within);
  }
}
