package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.Checked;
import dev.sluice.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The queues of a source and what belongs to them, as they must be before anything is consumed.
 * Blocks; safe from any thread. Nothing that exists is ever changed or deleted.
 */
final class Topology {
  private final RabbitSourceConfig config;
  private final DelayQueues delays;
  private final Clock clock;

  /**
   * @param config the settings
   * @param delays where retries wait
   */
  Topology(RabbitSourceConfig config, DelayQueues delays, Clock clock) {
    this.config = config;
    this.delays = delays;
    this.clock = clock;
  }

  /**
   * Makes what is missing if that is wanted, and finds out what the queues are like. Uses channels
   * of its own, which are closed afterwards; those of others on this connection are not disturbed.
   * After an {@link IOException} the connection is of no more use.
   *
   * @param connection to the broker, open
   * @param within bounds all questions together
   * @return what is known of each queue, by its name
   * @throws InvalidSetup when something is missing, is not as declared, or would lose messages
   * @throws IOException when the broker does not answer in time, or the connection is lost
   */
  Map<String, QueueFacts> prepare(Connection connection, Duration within) throws IOException {
    try (Asking asking = new Asking(connection, clock, within)) {
      BrokerVersion version = BrokerVersion.of(connection.getServerProperties());
      QueueRules rules = QueueRules.of(config, version, Connected.place(connection));
      if (config.declare()) {
        new TopologyMaking(new TopologyPlan(config, delays, version), rules, asking).make();
      }
      QueueLooks looks = looks(rules, asking);
      Map<String, QueueFacts> facts = new LinkedHashMap<>();
      for (String queue : config.queues()) {
        facts.put(queue, looks.queue(queue));
        for (Duration delay : delays.delays()) {
          looks.delayQueue(queue, delay);
        }
      }
      return Map.copyOf(facts);
    }
  }

  /**
   * Looks at everything and makes nothing, for a check.
   *
   * @param connection to the broker, open
   * @param within bounds all questions together
   * @throws IOException when the broker does not answer in time, or the connection is lost
   */
  List<Checked> look(Connection connection, Duration within) throws IOException {
    try (Asking asking = new Asking(connection, clock, within)) {
      BrokerVersion version = BrokerVersion.of(connection.getServerProperties());
      QueueRules rules = QueueRules.of(config, version, Connected.place(connection));
      return new TopologyLook(config, delays, rules, looks(rules, asking)).all();
    }
  }

  private QueueLooks looks(QueueRules rules, Asking asking) {
    Optional<ManagementApi> management =
        config
            .topology()
            .managementUrl()
            .map(url -> new ManagementApi(url, config.access(RabbitSource.KEY)));
    return new QueueLooks(rules, asking, management);
  }
}
