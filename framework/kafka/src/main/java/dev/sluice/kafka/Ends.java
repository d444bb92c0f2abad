package dev.sluice.kafka;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Whether positions have reached the end of what can be read. Asks the cluster; never blocks. */
final class Ends {
  private static final int WITHIN_MILLIS = 5000;

  private final Admin admin;
  private final IsolationLevel isolation;

  Ends(Admin admin, KafkaSourceConfig config) {
    this.admin = admin;
    this.isolation = isolation(config);
  }

  /** Whether records of open transactions can be read. */
  static IsolationLevel isolation(KafkaSourceConfig config) {
    String level =
        config
            .properties()
            .orElse(Map.of())
            .getOrDefault(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, ConsumerConfig.DEFAULT_ISOLATION_LEVEL);
    return IsolationLevel.valueOf(level.strip().toUpperCase(Locale.ROOT));
  }

  /** True when there is nothing to read from any of the positions on. */
  Future<Boolean> reached(Map<TopicPartition, Long> positions) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    positions.keySet().forEach(partition -> asked.put(partition, OffsetSpec.latest()));
    return Future.fromCompletionStage(
            admin
                .listOffsets(asked, new ListOffsetsOptions(isolation).timeoutMs(WITHIN_MILLIS))
                .all()
                .toCompletionStage())
        .map(
            ends ->
                ends.entrySet().stream()
                    .allMatch(end -> positions.get(end.getKey()) >= end.getValue().offset()));
  }
}
