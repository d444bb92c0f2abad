package dev.sluice.embedded.kafka;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The settings of one broker that is a controller too, for quick starts and quick fail-over. */
final class BrokerProperties {
  private BrokerProperties() {}

  /** Beside the broker's own settings: the users to make, for {@code BrokerMain} to take out. */
  static final String SCRAM = "sluice.scram.";

  static Map<String, String> of(ClusterState state, Path data, KafkaOptions options) {
    String clients = "127.0.0.1:" + state.port();
    String controller = "127.0.0.1:" + state.controllerPort();
    Map<String, String> all = new TreeMap<>();
    all.put("process.roles", "broker,controller");
    all.put("node.id", "1");
    all.put("controller.quorum.voters", "1@" + controller);
    StringBuilder advertised = new StringBuilder("PLAINTEXT://" + clients);
    StringBuilder protocols = new StringBuilder("PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    for (KafkaOptions.Listener listener : options.listeners()) {
      advertised.append(',').append(listener.name()).append("://127.0.0.1:");
      advertised.append(listener.port());
      protocols.append(',').append(listener.name()).append(':').append(listener.protocol());
    }
    all.put("listeners", advertised + ",CONTROLLER://" + controller);
    all.put("advertised.listeners", advertised.toString());
    all.put("listener.security.protocol.map", protocols.toString());
    options.scramUsers().forEach((name, password) -> all.put(SCRAM + name, password));
    all.put("controller.listener.names", "CONTROLLER");
    all.put("inter.broker.listener.name", "PLAINTEXT");
    all.put("log.dirs", data.toString());
    all.put("auto.create.topics.enable", "false");
    singleReplica(all);
    quickTimeouts(all);
    littleMemory(all);
    all.putAll(options.properties());
    return all;
  }

  private static void singleReplica(Map<String, String> all) {
    all.put("offsets.topic.replication.factor", "1");
    all.put("offsets.topic.num.partitions", "4");
    all.put("transaction.state.log.replication.factor", "1");
    all.put("transaction.state.log.min.isr", "1");
    all.put("transaction.state.log.num.partitions", "4");
    all.put("share.coordinator.state.topic.replication.factor", "1");
    all.put("share.coordinator.state.topic.min.isr", "1");
  }

  private static void quickTimeouts(Map<String, String> all) {
    // A killed broker's registration must expire before it may come back: 2.5 s instead of 11.
    all.put("broker.session.timeout.ms", "1500");
    all.put("broker.heartbeat.interval.ms", "300");
    all.put("controller.quorum.election.timeout.ms", "250");
    all.put("controller.quorum.election.backoff.max.ms", "100");
    all.put("group.initial.rebalance.delay.ms", "0");
    // A killed consumer's lanes move after about a second instead of 45.
    all.put("group.min.session.timeout.ms", "1000");
    all.put("group.consumer.min.session.timeout.ms", "1000");
    all.put("group.consumer.session.timeout.ms", "1500");
    all.put("group.consumer.min.heartbeat.interval.ms", "100");
    all.put("group.consumer.heartbeat.interval.ms", "300");
  }

  private static void littleMemory(Map<String, String> all) {
    all.put("num.network.threads", "2");
    all.put("num.io.threads", "4");
    all.put("num.recovery.threads.per.data.dir", "1");
    all.put("log.cleaner.threads", "1");
    // The broker refuses less.
    all.put("log.cleaner.dedupe.buffer.size", "2097152");
  }
}
