package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DelayedRetries;
import dev.sluice.spi.SourceContext;
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

  /** What keeps the records of a pipeline, if it has retry topics; connects to nothing yet. */
  static Optional<KafkaRetries> of(
      KafkaSourceConfig config, RetryTopics topics, SourceContext context) {
    if (topics.isEmpty()) {
      return Optional.empty();
    }
    ProducerProperties producer = ProducerProperties.of(config, context.pipeline());
    ConfirmedWrites writes = new ConfirmedWrites(KEY, producer, context.vertx());
    return Optional.of(new KafkaRetries(topics, writes, context.clock()));
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
