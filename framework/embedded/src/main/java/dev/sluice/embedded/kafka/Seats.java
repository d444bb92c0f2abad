package dev.sluice.embedded.kafka;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a broker must be told to be one of several. */
final class Seats {
  private Seats() {}

  /**
   * Options of one broker of a cluster; what was given goes first.
   *
   * @param id counted from 1
   * @param addresses of all brokers, by their ids
   */
  static KafkaOptions seated(KafkaOptions given, int id, List<ClusterState> addresses) {
    String count = Integer.toString(addresses.size());
    String inSync = Integer.toString(Math.max(1, addresses.size() - 1));
    Map<String, String> settings = new TreeMap<>();
    settings.put("node.id", Integer.toString(id));
    settings.put(
        "controller.quorum.voters",
        IntStream.range(0, addresses.size())
            .mapToObj(i -> i + 1 + "@127.0.0.1:" + addresses.get(i).controllerPort())
            .collect(Collectors.joining(",")));
    settings.put("default.replication.factor", count);
    settings.put("min.insync.replicas", inSync);
    settings.put("offsets.topic.replication.factor", count);
    settings.put("transaction.state.log.replication.factor", count);
    settings.put("transaction.state.log.min.isr", inSync);
    settings.put("share.coordinator.state.topic.replication.factor", count);
    settings.put("share.coordinator.state.topic.min.isr", inSync);
    // A controller that has gone is missed after a second, not two.
    settings.put("controller.quorum.fetch.timeout.ms", "1000");
    settings.putAll(given.properties());
    KafkaOptions seated = given;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      seated = seated.withProperty(setting.getKey(), setting.getValue());
    }
    return seated;
  }
}
