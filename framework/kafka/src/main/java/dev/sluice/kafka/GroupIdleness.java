package dev.sluice.kafka;

import dev.sluice.spi.Idleness;
import io.vertx.core.Future;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether a member has nothing left to wait for: its partitions are read to their ends, and every
 * partition of the group has an owner. Asks the cluster; never blocks.
 */
final class GroupIdleness {
  private final Admin admin;
  private final KafkaSourceConfig config;
  private final RetryTopics retries;

  GroupIdleness(Admin admin, KafkaSourceConfig config, RetryTopics retries) {
    this.admin = admin;
    this.config = config;
    this.retries = retries;
  }

  /**
   * Asks.
   *
   * @param positions where the member stands
   */
  Future<Idleness> at(Map<TopicPartition, Long> positions) {
    return new Ends(admin, config).reached(positions).compose(this::owned);
  }

  private Future<Idleness> owned(boolean readToTheEnd) {
    if (!readToTheEnd) {
      return Future.succeededFuture(Idleness.BEHIND);
    }
    return new Ownership(admin, retries.beside(config.topics()), config.group())
        .complete()
        .map(all -> all ? Idleness.IDLE : Idleness.UNOWNED_LANES);
  }
}
