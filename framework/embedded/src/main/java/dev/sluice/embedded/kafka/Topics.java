package dev.sluice.embedded.kafka;

import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.process.Deadline;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes topics. Blocks. */
final class Topics {
  private static final Duration WITHIN = Duration.ofSeconds(30);

  private Topics() {}

  static void create(
      String bootstrapServers, String name, int partitions, Map<String, String> config) {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", bootstrapServers, "client.id", "embedded"))) {
      Deadline deadline = Deadline.in(WITHIN);
      NewTopic topic =
          new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(config);
      try {
        admin.createTopics(List.of(topic)).all().get(millis(deadline), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw e;
        }
      }
      TopicDescription made = awaitLeaders(admin, name, deadline);
      if (made.partitions().size() != partitions) {
        throw new ServerFailed(
            String.format(
                "topic %s exists with %d partitions, not %d: delete it or take another name",
                name, made.partitions().size(), partitions));
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new ServerFailed("can't make topic " + name + " at " + bootstrapServers + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailed("interrupted while topic " + name + " was made", e);
    }
  }

  private static TopicDescription awaitLeaders(Admin admin, String name, Deadline deadline)
      throws InterruptedException, ExecutionException, TimeoutException {
    while (true) {
      try {
        TopicDescription topic =
            admin
                .describeTopics(List.of(name))
                .allTopicNames()
                .get(millis(deadline), TimeUnit.MILLISECONDS)
                .get(name);
        if (topic.partitions().stream().allMatch(partition -> partition.leader() != null)) {
          awaitServed(admin, topic, deadline);
          return topic;
        }
      } catch (ExecutionException e) {
        // The broker hears of a new topic a moment after the controller has made it.
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw e;
        }
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /**
   * Metadata names a leader a moment before it leads. What is produced in between is refused batch
   * by batch, and an idempotent producer whose first batch was refused and second taken never
   * recovers.
   */
  private static void awaitServed(Admin admin, TopicDescription topic, Deadline deadline)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<TopicPartition, OffsetSpec> everyPartition = new HashMap<>();
    topic
        .partitions()
        .forEach(
            info ->
                everyPartition.put(
                    new TopicPartition(topic.name(), info.partition()), OffsetSpec.latest()));
    // The client asks again until each leader answers.
    admin.listOffsets(everyPartition).all().get(millis(deadline), TimeUnit.MILLISECONDS);
  }

  /** Waits until every replica of every partition is in sync. */
  static void awaitInSync(String bootstrapServers, Duration within) {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", bootstrapServers, "client.id", "embedded"))) {
      Deadline deadline = Deadline.in(within);
      while (!inSync(admin, deadline)) {
        TimeUnit.MILLISECONDS.sleep(50);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new ServerFailed("not every replica at " + bootstrapServers + " is in sync: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailed("interrupted while replicas came in sync", e);
    }
  }

  private static boolean inSync(Admin admin, Deadline deadline)
      throws InterruptedException, ExecutionException, TimeoutException {
    Set<String> names =
        admin
            .listTopics(new ListTopicsOptions().listInternal(true))
            .names()
            .get(millis(deadline), TimeUnit.MILLISECONDS);
    try {
      return admin
          .describeTopics(names)
          .allTopicNames()
          .get(millis(deadline), TimeUnit.MILLISECONDS)
          .values()
          .stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition -> partition.isr().size() == partition.replicas().size());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
  }

  private static long millis(Deadline deadline) throws TimeoutException {
    long left = deadline.left().toMillis();
    if (left == 0) {
      throw new TimeoutException("it took too long");
    }
    return left;
  }
}
