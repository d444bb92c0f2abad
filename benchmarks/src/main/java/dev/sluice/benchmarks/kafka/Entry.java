package dev.sluice.benchmarks.kafka;

/** Who takes part. */
enum Entry {
  /** Sluice. */
  SLUICE("Sluice"),
  /** The yardstick of work on a thread. */
  PLAIN("plain KafkaConsumer loop"),
  /** The yardstick of waiting. */
  TIMERS("bare timers, no Kafka");

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
    };
  }
}
