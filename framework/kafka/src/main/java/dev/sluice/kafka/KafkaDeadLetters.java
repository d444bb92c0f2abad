package dev.sluice.kafka;

import dev.sluice.spi.Checked;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.DeadLetters;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Writes dead letters to a topic, each confirmed by every replica in sync. Never blocks. */
final class KafkaDeadLetters implements DeadLetters {
  static final String KEY = "pipeline.deadLetter.kafka";
  private static final Duration ADMIN_CLOSE = Duration.ofMillis(500);

  private final KafkaDeadLetterConfig config;
  private final ProducerProperties properties;
  private final Vertx vertx;
  private final ConfirmedWrites writes;

  KafkaDeadLetters(KafkaDeadLetterConfig config, ProducerProperties properties, Vertx vertx) {
    this.config = config;
    this.properties = properties;
    this.vertx = vertx;
    this.writes = new ConfirmedWrites(KEY, properties, vertx);
  }

  @Override
  public Future<Void> open(Duration within) {
    return vertx.executeBlocking(
        () -> {
          var unused = Clients.made(KEY, () -> new ProducerConfig(properties.producer(within)));
          Admin admin = Clients.made(KEY, () -> Admin.create(properties.admin()));
          try {
            new Preflight(Preflight.Wanted.by(config), admin).run(within);
          } finally {
            admin.close(ADMIN_CLOSE);
          }
          return null;
        },
        false);
  }

  @Override
  public Future<List<Checked>> check(Duration within) {
    return vertx.executeBlocking(
        () -> KafkaCheck.deadLetters(config, properties, new SystemClock(), within), false);
  }

  @Override
  public Future<Void> write(DeadLetter letter, Duration within) {
    return writes.send(LetterRecord.of(config.topic(), letter), letter, within);
  }

  @Override
  public Future<Void> close(Duration within) {
    return writes.close(within);
  }
}
