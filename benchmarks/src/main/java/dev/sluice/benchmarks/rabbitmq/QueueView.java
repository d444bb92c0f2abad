package dev.sluice.benchmarks.rabbitmq;

import dev.sluice.benchmarks.contest.LapWatch;
import dev.sluice.benchmarks.contest.ServerWatch;
import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import java.nio.file.Path;

/**
 * What the broker says of a queue: exact, at the moment it is asked.
 *
 * @param broker of another JVM, only asked
 * @param order which queue
 */
record QueueView(RabbitBroker broker, RabbitLap order) implements ServerWatch.View {

  /** Ends a lap when the queue is empty and nothing of it is unacknowledged. */
  static ServerWatch watched(RabbitLap order, LapWatch watch) {
    RabbitBroker broker = EmbeddedRabbit.in(Path.of(order.data()), RabbitOptions.defaults());
    return new ServerWatch(order.records(), watch, () -> new QueueView(broker, order));
  }

  @Override
  public boolean unfinished() {
    return left() > 0;
  }

  @Override
  public long finished() {
    return order.records() - left();
  }

  private long left() {
    QueueCounts counts = broker.counts(RabbitBroker.DEFAULT_VHOST, order.queue()).orElseThrow();
    return counts.ready() + counts.unacknowledged();
  }

  @Override
  public void close() {
    // Each question has a connection of its own.
  }
}
