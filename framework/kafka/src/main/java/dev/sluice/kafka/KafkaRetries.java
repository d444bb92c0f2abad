package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DelayedRetries;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/** Keeps records in retry topics, each confirmed by every replica in sync. Never blocks. */
final class KafkaRetries implements DelayedRetries {
  static final String KEY = "pipeline.retry.topics";

  private final RetryTopics topics;
  private final ConfirmedWrites writes;
  private final Clock clock;

  KafkaRetries(RetryTopics topics, ConfirmedWrites writes, Clock clock) {
    this.topics = topics;
    this.writes = writes;
    this.clock = clock;
  }

  private Optional<RetryTopics.Stage> after(LaneRef lane) {
    return topics.after(Assignment.topicOf(lane));
  }

  @Override
  public Optional<Duration> delay(LaneRef lane) {
    return after(lane).map(RetryTopics.Stage::delay);
  }

  @Override
  public Future<Void> keep(LaneRef from, DeadLetter record, Duration within) {
    RetryTopics.Stage stage = after(from).orElseThrow();
    long notBefore = clock.epochMillis() + stage.delay().toMillis();
    return writes.send(RetryRecord.write(stage.topic(), record, notBefore), record.id(), within);
  }

  Future<Void> close(Duration within) {
    return writes.close(within);
  }
}
