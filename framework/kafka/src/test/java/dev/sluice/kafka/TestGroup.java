package dev.sluice.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** A consumer group as the broker sees it. */
final class TestGroup {
  private static final long WITHIN_SECONDS = 30;

  private final String bootstrapServers;
  private final String group;

  /** Something to ask the cluster. */
  @FunctionalInterface
  interface Question<A> {
    A ask(Admin admin) throws ExecutionException, InterruptedException, TimeoutException;
  }

  TestGroup(String bootstrapServers, String group) {
    this.bootstrapServers = bootstrapServers;
    this.group = group;
  }

  static <A> A ask(String bootstrapServers, Question<A> question) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      return question.ask(admin);
    } catch (ExecutionException | InterruptedException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The committed positions of the group. */
  Map<TopicPartition, Long> committed() {
    Map<TopicPartition, Long> positions = new HashMap<>();
    ask(
            bootstrapServers,
            admin ->
                admin
                    .listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(WITHIN_SECONDS, TimeUnit.SECONDS))
        .forEach((partition, offset) -> positions.put(partition, offset.offset()));
    return positions;
  }

  /** What one partition's commit carries. */
  String metadata(TopicPartition partition) {
    return ask(
            bootstrapServers,
            admin ->
                admin
                    .listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(WITHIN_SECONDS, TimeUnit.SECONDS))
        .get(partition)
        .metadata();
  }

  /** Moves a position of a group that has no members. */
  void move(TopicPartition partition, long position) {
    move(partition, new OffsetAndMetadata(position));
  }

  /** Moves a position of a group that has no members. */
  void move(TopicPartition partition, OffsetAndMetadata position) {
    ask(
        bootstrapServers,
        admin ->
            admin
                .alterConsumerGroupOffsets(group, Map.of(partition, position))
                .all()
                .get(WITHIN_SECONDS, TimeUnit.SECONDS));
  }

  /** The id of the broker that looks after the group. */
  int coordinator() {
    return ask(
            bootstrapServers,
            admin ->
                admin
                    .describeConsumerGroups(List.of(group))
                    .all()
                    .get(WITHIN_SECONDS, TimeUnit.SECONDS)
                    .get(group)
                    .coordinator())
        .id();
  }

  /** The client ids of the members. */
  List<String> clientIds() {
    return ask(bootstrapServers, this::members).stream().map(MemberDescription::clientId).toList();
  }

  /** The names of the static members. */
  List<String> instances() {
    return ask(bootstrapServers, this::members).stream()
        .flatMap(member -> member.groupInstanceId().stream())
        .sorted()
        .toList();
  }

  /** How long the broker-side protocol waits for a member that says nothing. */
  void session(Duration time) {
    ConfigEntry entry =
        new ConfigEntry("consumer.session.timeout.ms", Long.toString(time.toMillis()));
    ask(
        bootstrapServers,
        admin ->
            admin
                .incrementalAlterConfigs(
                    Map.of(
                        new ConfigResource(ConfigResource.Type.GROUP, group),
                        List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
                .all()
                .get(WITHIN_SECONDS, TimeUnit.SECONDS));
  }

  private Collection<MemberDescription> members(Admin admin)
      throws ExecutionException, InterruptedException, TimeoutException {
    try {
      return admin
          .describeConsumerGroups(List.of(group))
          .all()
          .get(WITHIN_SECONDS, TimeUnit.SECONDS)
          .get(group)
          .members();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return List.of();
      }
      throw e;
    }
  }

  /** Throws every member out, as the broker does with one it has not heard of for too long. */
  void throwOut() {
    ask(
        bootstrapServers,
        admin ->
            admin
                .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                .all()
                .get(WITHIN_SECONDS, TimeUnit.SECONDS));
  }
}
