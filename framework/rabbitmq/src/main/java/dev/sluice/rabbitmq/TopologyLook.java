package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.Checked;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what a check has found of the queues. Blocks; for one thread. */
final class TopologyLook {
  private final RabbitSourceConfig config;
  private final DelayQueues delays;
  private final QueueRules rules;
  private final QueueLooks looks;

  TopologyLook(RabbitSourceConfig config, DelayQueues delays, QueueRules rules, QueueLooks looks) {
    this.config = config;
    this.delays = delays;
    this.rules = rules;
    this.looks = looks;
  }

  /**
   * Everything, in the order of the settings.
   *
   * @throws IOException when the broker does not answer
   */
  List<Checked> all() throws IOException {
    List<Checked> found = new ArrayList<>();
    for (int i = 0; i < config.queues().size(); i++) {
      String queue = config.queues().get(i);
      String key = RabbitSource.KEY + ".queues[" + i + "]";
      found.add(checked(key, () -> queue(queue)));
      for (Duration delay : delays.delays()) {
        found.add(checked(key + " retries", () -> delayQueue(queue, delay)));
      }
    }
    if (config.topology().managementUrl().isEmpty()) {
      found.add(
          Checked.notChecked(
              RabbitSource.KEY + ".topology.managementUrl",
              "not set: delivery limits and dead-letter exchanges that come by policy are not"
                  + " seen"));
    }
    return found;
  }

  private interface Look {
    String text() throws IOException;
  }

  private static Checked checked(String key, Look look) throws IOException {
    try {
      return Checked.ok(key, look.text());
    } catch (InvalidSetup e) {
      return Checked.failed(key, e.getMessage());
    }
  }

  private String queue(String queue) throws IOException {
    Optional<AMQP.Queue.DeclareOk> waiting = looks.waiting(queue);
    if (waiting.isEmpty() && config.declare()) {
      return rules.called(queue) + " does not exist yet; declare makes it";
    }
    QueueFacts facts = looks.queue(queue);
    AMQP.Queue.DeclareOk counts = waiting.orElseThrow();
    return rules.called(queue)
        + ": "
        + (facts.type() == QueueType.QUORUM ? "quorum" : "classic")
        + ", "
        + counted(counts.getMessageCount(), "message")
        + " waiting, "
        + counted(counts.getConsumerCount(), "consumer")
        + (facts.deliveryLimit().isPresent()
            ? ", delivery limit " + facts.deliveryLimit().getAsInt()
            : "")
        + facts
            .deadLetterExchange()
            .map(each -> ", dead-letter exchange '" + each + "'")
            .orElse(", no dead-letter exchange");
  }

  private String delayQueue(String queue, Duration delay) throws IOException {
    String name = DelayQueues.name(queue, delay);
    Optional<AMQP.Queue.DeclareOk> waiting = looks.waiting(name);
    if (waiting.isEmpty() && config.declare()) {
      return rules.called(name) + " does not exist yet; declare makes it";
    }
    looks.delayQueue(queue, delay);
    return rules.called(name)
        + ": "
        + counted(waiting.orElseThrow().getMessageCount(), "message")
        + " waiting to come back";
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
