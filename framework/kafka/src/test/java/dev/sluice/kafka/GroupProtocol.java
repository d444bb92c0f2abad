package dev.sluice.kafka;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.RangeAssignor;

/** How members share partitions. */
enum GroupProtocol {
  /** The default: only what moves is revoked. */
  COOPERATIVE {
    @Override
    void apply(Map<String, String> properties) {}
  },
  /** Everything is revoked at each rebalance. */
  EAGER {
    @Override
    void apply(Map<String, String> properties) {
      properties.put("partition.assignment.strategy", RangeAssignor.class.getName());
    }
  },
  /** The broker assigns (KIP-848), and forbids what it decides itself. */
  BROKER_SIDE {
    @Override
    void apply(Map<String, String> properties) {
      properties.put("group.protocol", "consumer");
      properties.remove("heartbeat.interval.ms");
      properties.remove("session.timeout.ms");
    }
  };

  /** The properties of a member in YAML's flow style, with heartbeats quick enough for a test. */
  String yaml() {
    Map<String, String> properties = new TreeMap<>(Map.of("heartbeat.interval.ms", "200"));
    apply(properties);
    return properties.entrySet().stream()
        .map(entry -> entry.getKey() + ": \"" + entry.getValue() + "\"")
        .collect(Collectors.joining(", ", "{ ", " }"));
  }

  abstract void apply(Map<String, String> properties);
}
