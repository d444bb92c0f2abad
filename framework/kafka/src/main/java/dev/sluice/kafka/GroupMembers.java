package dev.sluice.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** The members of one group, as the cluster sees them. */
final class GroupMembers {
  /** The epoch of a static member that has stopped and may come back (KIP-848). */
  private static final int AWAY = -2;

  private final Admin admin;
  private final String group;

  GroupMembers(Admin admin, String group) {
    this.admin = admin;
    this.group = group;
  }

  /** Asks for all members; a group that does not exist has none. */
  KafkaFuture<Collection<MemberDescription>> all(Duration within) {
    return admin
        .describeConsumerGroups(
            List.of(group), new DescribeConsumerGroupsOptions().timeoutMs(millis(within)))
        .describedGroups()
        .get(group)
        .thenApply(description -> description.members());
  }

  /**
   * All members. Blocks.
   *
   * @throws KafkaException what the cluster answered
   */
  Collection<MemberDescription> known(Duration within) {
    return answer(all(within), within, List.of());
  }

  /** Asks for what the group has committed. */
  KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> committed(Duration within) {
    return admin
        .listConsumerGroupOffsets(
            group, new ListConsumerGroupOffsetsOptions().timeoutMs(millis(within)))
        .partitionsToOffsetAndMetadata();
  }

  /** Who goes by a name and can't be away; only the broker-side protocol tells. Blocks. */
  Optional<MemberDescription> holding(String instance, Duration within) {
    return known(within).stream()
        .filter(member -> instance.equals(member.groupInstanceId().orElse(null)))
        .filter(member -> member.memberEpoch().isPresent() && !isAway(member))
        .findFirst();
  }

  /** Whether a static member has stopped for good or for a restart; false where nobody can tell. */
  static boolean isAway(MemberDescription member) {
    return member.memberEpoch().isPresent() && member.memberEpoch().get() == AWAY;
  }

  /** Asks to remove a static member, whatever it does. */
  KafkaFuture<Void> removing(String instance, String reason, Duration within) {
    RemoveMembersFromConsumerGroupOptions options =
        new RemoveMembersFromConsumerGroupOptions(List.of(new MemberToRemove(instance)));
    options.reason(reason);
    options.timeoutMs(millis(within));
    return admin.removeMembersFromConsumerGroup(group, options).all();
  }

  /**
   * Removes a static member, whatever it does. Blocks.
   *
   * @throws KafkaException what the cluster answered
   */
  void remove(String instance, String reason, Duration within) {
    answer(removing(instance, reason, within), within, null);
  }

  private static int millis(Duration within) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, within.toMillis()));
  }

  private static <A> A answer(KafkaFuture<A> asked, Duration within, A ofNoGroup) {
    try {
      return asked.get(millis(within), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return ofNoGroup;
      }
      throw e.getCause() instanceof KafkaException failure
          ? failure
          : new KafkaException(e.getCause());
    } catch (TimeoutException e) {
      throw new org.apache.kafka.common.errors.TimeoutException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }
}
