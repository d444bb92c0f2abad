package dev.sluice.benchmarks.rabbitmq;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.Entrant;

/** Who takes part. */
enum RabbitEntrant implements Entrant<RabbitLap> {
  /** Sluice. */
  SLUICE("Sluice"),
  /** The yardstick. */
  HAND("hand-written amqp-client loop"),
  /** A peer. */
  SPRING("Spring AMQP, batch container"),
  /** A peer. */
  VERTX("vertx-rabbitmq-client");

  private final String title;

  RabbitEntrant(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Class<RabbitLap> orders() {
    return RabbitLap.class;
  }

  @Override
  public Contestant<RabbitLap> make() {
    return switch (this) {
      case SLUICE -> new SluiceQueue();
      case HAND -> new HandLoop();
      case SPRING -> new SpringBatch();
      case VERTX -> new VertxClient();
    };
  }
}
