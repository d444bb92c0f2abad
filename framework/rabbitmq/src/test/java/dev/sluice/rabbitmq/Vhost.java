package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A virtual host of a test's own, and a plain connection to look at it. */
final class Vhost implements AutoCloseable {
  private final RabbitBroker broker;
  private final String name = "test-" + UUID.randomUUID();
  private final String url;
  private Connection connection;
  private Channel channel;

  Vhost(RabbitBroker broker) {
    this.broker = broker;
    this.url = broker.vhost(name);
  }

  String url() {
    return url;
  }

  BrokerAccess access() {
    return access(url);
  }

  static BrokerAccess access(String url) {
    return new BrokerAccess(
        "services.rabbitmq.test",
        BrokerAddress.of(url),
        Optional.empty(),
        Optional.empty(),
        Duration.ofSeconds(10));
  }

  /** A channel that lives; after the broker was away, a new one. */
  Channel channel() throws Exception {
    if (channel == null || !channel.isOpen()) {
      ConnectionFactory factory = new ConnectionFactory();
      factory.setUri(url);
      factory.setAutomaticRecoveryEnabled(false);
      if (connection != null) {
        connection.abort(1);
      }
      connection = factory.newConnection("looking on");
      channel = connection.createChannel();
    }
    return channel;
  }

  void queue(String queue) throws Exception {
    queue(queue, Map.of());
  }

  void queue(String queue, Map<String, Object> arguments) throws Exception {
    channel().queueDeclare(queue, true, false, false, arguments);
  }

  void exchange(String exchange, String type) throws Exception {
    channel().exchangeDeclare(exchange, type, true);
  }

  void bind(String queue, String exchange, String routingKey) throws Exception {
    channel().queueBind(queue, exchange, routingKey);
  }

  void put(String queue, AMQP.BasicProperties properties, byte[] body) throws Exception {
    channel().confirmSelect();
    channel().basicPublish("", queue, true, properties, body);
    channel().waitForConfirmsOrDie(10_000);
  }

  /** Takes the first message away, or null. */
  GetResponse take(String queue) throws Exception {
    return channel().basicGet(queue, true);
  }

  QueueCounts counts(String queue) {
    return broker.counts(name, queue).orElseThrow();
  }

  int closeConnections(String of) {
    return broker.closeConnections(name, of);
  }

  @Override
  public void close() {
    if (connection != null) {
      connection.abort(100);
    }
  }
}
