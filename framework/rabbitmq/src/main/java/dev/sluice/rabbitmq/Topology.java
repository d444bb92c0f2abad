package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.sluice.spi.Checked;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;

final class Topology {
  private final RabbitSourceConfig config;
  private final DelayQueues delays;

  Topology(RabbitSourceConfig config, DelayQueues delays) {
    this.config = config;
    this.delays = delays;
  }

  Map<String, QueueFacts> prepare(Connection connection, Duration within) throws IOException {
    Map<String, QueueFacts> facts = new HashMap<>();
    try (Channel channel = connection.createChannel()) {
      for (String queue : config.queues()) {
        var unused = channel.queueDeclarePassive(queue);
        facts.put(
            queue,
            new QueueFacts(
                queue,
                config.topology().type().orElse(QueueType.CLASSIC),
                OptionalInt.empty(),
                Optional.empty()));
        for (Duration delay : delays.delays()) {
          var unused2 =
              channel.queueDeclare(
                  DelayQueues.name(queue, delay),
                  true,
                  false,
                  false,
                  Map.of(
                      "x-queue-type",
                      "quorum",
                      "x-message-ttl",
                      delay.toMillis(),
                      "x-dead-letter-exchange",
                      "",
                      "x-dead-letter-routing-key",
                      queue,
                      "x-dead-letter-strategy",
                      "at-least-once",
                      "x-overflow",
                      "reject-publish"));
        }
      }
    } catch (TimeoutException e) {
      throw new IOException(e);
    }
    return facts;
  }

  List<Checked> look(Connection connection, Duration within) {
    return List.of();
  }
}
