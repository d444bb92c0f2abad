package dev.sluice.benchmarks.kafka;

/** Who takes part. */
enum Entry {
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

  Entry(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  Contestant make() {
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
