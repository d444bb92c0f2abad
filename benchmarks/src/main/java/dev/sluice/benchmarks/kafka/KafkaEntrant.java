package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.Entrant;

/** Who takes part. */
enum KafkaEntrant implements Entrant<KafkaLap> {
  /** Sluice. */
  SLUICE("Sluice"),
  /** The yardstick of work on a thread. */
  PLAIN("plain KafkaConsumer loop"),
  /** The yardstick of waiting. */
  TIMERS("bare timers, no Kafka"),
  /** A peer. */
  VERTX("vertx-kafka-client"),
  /** A peer. */
  SPRING("Spring Kafka, batch listener"),
  /** A peer. */
  PARALLEL("Parallel Consumer");

  private final String title;

  KafkaEntrant(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Class<KafkaLap> orders() {
    return KafkaLap.class;
  }

  @Override
  public long commits() {
    return SentCommits.count();
  }

  @Override
  public Contestant<KafkaLap> make() {
    return switch (this) {
      case SLUICE -> new SluiceWorker();
      case PLAIN -> new PlainLoop();
      case TIMERS -> new BareTimers();
      case VERTX -> new VertxClient();
      case SPRING -> new SpringBatch();
      case PARALLEL -> new ParallelLib();
    };
  }
}
