package dev.sluice.kafka;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/** Whether every partition of the topics has an owner in the group, whoever that is. */
final class Ownership {
  private static final int WITHIN_MILLIS = 5000;

  private final Admin admin;
  private final List<String> read;
  private final String group;

  /**
   * @param read all topics that the group reads
   */
  Ownership(Admin admin, List<String> read, String group) {
    this.admin = admin;
    this.read = read;
    this.group = group;
  }

  /** Asks the cluster; never blocks. */
  Future<Boolean> complete() {
    Future<Map<String, TopicDescription>> topics =
        Future.fromCompletionStage(
            admin
                .describeTopics(read, new DescribeTopicsOptions().timeoutMs(WITHIN_MILLIS))
                .allTopicNames()
                .toCompletionStage());
    Future<Map<String, ConsumerGroupDescription>> groups =
        Future.fromCompletionStage(
            admin
                .describeConsumerGroups(
                    List.of(group), new DescribeConsumerGroupsOptions().timeoutMs(WITHIN_MILLIS))
                .all()
                .toCompletionStage());
    return Future.all(topics, groups)
        .map(both -> owned(groups.result()).containsAll(partitions(topics.result())));
  }

  private static Set<TopicPartition> owned(Map<String, ConsumerGroupDescription> groups) {
    Set<TopicPartition> owned = new HashSet<>();
    for (ConsumerGroupDescription group : groups.values()) {
      for (MemberDescription member : group.members()) {
        owned.addAll(member.assignment().topicPartitions());
      }
    }
    return owned;
  }

  private static Set<TopicPartition> partitions(Map<String, TopicDescription> topics) {
    Set<TopicPartition> partitions = new HashSet<>();
    topics.forEach(
        (name, topic) ->
            topic
                .partitions()
                .forEach(info -> partitions.add(new TopicPartition(name, info.partition()))));
    return partitions;
  }
}
