package dev.sluice.benchmarks.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import dev.sluice.benchmarks.contest.Course;
import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A broker with a durable queue for each contestant, made anew and filled before each lap. */
final class RabbitCourse implements Course<RabbitRace, RabbitEntrant, RabbitLap>, AutoCloseable {
  private static final int CONFIRMED_AT_ONCE = 5_000;
  private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final Optional<QueueCounts> LEFT = Optional.of(new QueueCounts(0, 0, 0));

  private final RabbitBroker broker;
  private final Path data;
  private final Connection connection;
  private final Channel channel;

  /**
   * Connects.
   *
   * @param data the directory of the broker's data
   */
  RabbitCourse(RabbitBroker broker, Path data) throws Exception {
    this.broker = broker;
    this.data = data;
    connection = Connecting.to(broker.url());
    channel = connection.createChannel();
    channel.confirmSelect();
  }

  @Override
  public void prepare(RabbitRace race) {}

  @Override
  public RabbitLap order(RabbitRace race, RabbitEntrant entrant) throws Exception {
    String queue = race.id() + "." + entrant.name().toLowerCase(Locale.ROOT);
    channel.queueDelete(queue);
    channel.queueDeclare(
        queue, true, false, false, Map.of("x-queue-type", (Object) race.queueType()));
    fill(queue, race.records());
    return race.order(broker.url(), data.toString(), queue);
  }

  private void fill(String queue, int records) throws IOException, InterruptedException {
    byte[] body = new byte[RabbitLap.BODY];
    for (int i = 1; i <= records; i++) {
      channel.basicPublish("", queue, MessageProperties.MINIMAL_PERSISTENT_BASIC, body);
      if (i % CONFIRMED_AT_ONCE == 0 || i == records) {
        channel.waitForConfirms();
      }
    }
  }

  @Override
  public String trouble(RabbitRace race, RabbitEntrant entrant, RabbitLap order) {
    long deadline = System.nanoTime() + LEAVE_NANOS;
    Optional<QueueCounts> left = counts(order);
    // A quorum queue hears of the end of a channel a moment later.
    while (!left.equals(LEFT) && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
      left = counts(order);
    }
    return left.equals(LEFT)
        ? ""
        : "the queue was left with "
            + left.map(QueueCounts::toString).orElse("nothing: it is gone");
  }

  private Optional<QueueCounts> counts(RabbitLap order) {
    return broker.counts(RabbitBroker.DEFAULT_VHOST, order.queue());
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
