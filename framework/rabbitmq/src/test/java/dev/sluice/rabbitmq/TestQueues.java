package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A virtual host of one test's own, and a plain client in it. */
final class TestQueues implements AutoCloseable {
  private static final long CONFIRM_MILLIS = TimeUnit.SECONDS.toMillis(30);
  private static final int PERSISTENT = 2;

  private final RabbitBroker broker;
  private final String vhost = "t-" + UUID.randomUUID();
  private final String url;
  private Connection connection;

  TestQueues(RabbitBroker broker) {
    this.broker = broker;
    this.url = broker.vhost(vhost);
  }

  String vhost() {
    return vhost;
  }

  /** Where a worker connects. */
  String url() {
    return url;
  }

  /** Where a worker connects that reaches the broker by another port. */
  String url(int port) {
    return url.replace(":" + broker.port() + "/", ":" + port + "/");
  }

  /** Work on a channel. */
  @FunctionalInterface
  interface Work<T> {
    T on(Channel channel) throws Exception;
  }

  /** A connection of its own; whoever asks for it closes it. */
  Connection connect() throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(URI.create(url));
    factory.setAutomaticRecoveryEnabled(false);
    return factory.newConnection("test");
  }

  synchronized <T> T ask(Work<T> work) {
    try {
      if (connection == null || !connection.isOpen()) {
        connection = connect();
      }
      try (Channel channel = connection.createChannel()) {
        return work.on(channel);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  TestQueues declare(String queue, QueueType type, Map<String, Object> arguments) {
    Map<String, Object> all = new HashMap<>(arguments);
    all.put("x-queue-type", type == QueueType.QUORUM ? "quorum" : "classic");
    var unused = ask(channel -> channel.queueDeclare(queue, true, false, false, all));
    return this;
  }

  /** Publishes to a queue and waits until the broker has it all. */
  void publish(String queue, List<AMQP.BasicProperties> properties, List<byte[]> bodies) {
    var unused =
        ask(
            channel -> {
              channel.confirmSelect();
              for (int i = 0; i < bodies.size(); i++) {
                channel.basicPublish(
                    "",
                    queue,
                    properties.get(i).builder().deliveryMode(PERSISTENT).build(),
                    bodies.get(i));
              }
              return channel.waitForConfirms(CONFIRM_MILLIS);
            });
  }

  /** Publishes texts with message ids that are the same texts. */
  void publish(String queue, List<String> texts) {
    publish(
        queue,
        texts.stream()
            .map(text -> new AMQP.BasicProperties.Builder().messageId(text).build())
            .toList(),
        texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList());
  }

  /** Takes everything that waits, in its order. */
  List<GetResponse> takeAll(String queue) {
    return ask(
        channel -> {
          List<GetResponse> all = new ArrayList<>();
          for (GetResponse one = channel.basicGet(queue, true);
              one != null;
              one = channel.basicGet(queue, true)) {
            all.add(one);
          }
          return all;
        });
  }

  List<String> takeTexts(String queue) {
    return takeAll(queue).stream()
        .map(message -> new String(message.getBody(), StandardCharsets.UTF_8))
        .toList();
  }

  QueueCounts counts(String queue) {
    return broker.counts(vhost, queue).orElseThrow();
  }

  /** How many messages are in queues, delivered or not. */
  long held(List<String> queues) {
    return queues.stream()
        .flatMap(queue -> broker.counts(vhost, queue).stream())
        .mapToLong(counts -> counts.ready() + counts.unacknowledged())
        .sum();
  }

  @Override
  public synchronized void close() {
    if (connection != null) {
      connection.abort();
    }
  }
}
