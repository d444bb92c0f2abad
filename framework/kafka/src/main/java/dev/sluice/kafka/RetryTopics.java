package dev.sluice.kafka;

import dev.sluice.chain.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The retry topics of one group, one for each delay, in order. A record that failed for good in a
 * topic of the source goes to the first, one that failed in a retry topic to the next. Immutable.
 *
 * @param stages from the shortest delay on; empty without {@code pipeline.retry.topics}
 */
record RetryTopics(List<Stage> stages) {

  /**
   * One delay and where it is waited for.
   *
   * @param topic read by this group only
   * @param delay the same for every record of the topic
   */
  record Stage(String topic, Duration delay) {}

  /** Copies the list. */
  RetryTopics {
    stages = List.copyOf(stages);
  }

  /**
   * Named after the group, because what failed is the business of who failed: two groups that read
   * the same topic must not read each other's failures.
   */
  static RetryTopics of(String group, List<Duration> delays) {
    return new RetryTopics(
        delays.stream()
            .map(delay -> new Stage(prefix(group) + Durations.print(delay), delay))
            .toList());
  }

  /** What the names of a group's retry topics begin with. */
  static String prefix(String group) {
    return group + ".retry.";
  }

  boolean isEmpty() {
    return stages.isEmpty();
  }

  List<String> names() {
    return stages.stream().map(Stage::topic).toList();
  }

  /** Some topics and these. */
  List<String> beside(List<String> topics) {
    List<String> all = new ArrayList<>(topics);
    all.addAll(names());
    return all;
  }

  /** The stage that a topic is, if it is one. */
  Optional<Stage> stage(String topic) {
    return stages.stream().filter(stage -> stage.topic().equals(topic)).findFirst();
  }

  /** Where a record goes that failed for good in a topic; empty when it has been through all. */
  Optional<Stage> after(String topic) {
    int next = names().indexOf(topic) + 1;
    return next < stages.size() ? Optional.of(stages.get(next)) : Optional.empty();
  }
}
