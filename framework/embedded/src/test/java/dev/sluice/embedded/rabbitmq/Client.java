package dev.sluice.embedded.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** One connection with one channel on which publishes are confirmed. */
final class Client implements AutoCloseable {
  final Connection connection;
  final Channel channel;

  private Client(Connection connection) throws Exception {
    this.connection = connection;
    channel = connection.createChannel();
    channel.confirmSelect();
  }

  static Client of(String url, String name) throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(url);
    factory.setAutomaticRecoveryEnabled(false);
    return new Client(factory.newConnection(name));
  }

  void declare(String queue, String type) throws Exception {
    channel.queueDeclare(queue, true, false, false, Map.of("x-queue-type", type));
  }

  void publish(String queue, String text) throws Exception {
    channel.basicPublish(
        "", queue, MessageProperties.PERSISTENT_BASIC, text.getBytes(StandardCharsets.UTF_8));
    channel.waitForConfirmsOrDie(10_000);
  }

  String next(String queue) throws Exception {
    return new String(channel.basicGet(queue, true).getBody(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    connection.abort();
  }
}
