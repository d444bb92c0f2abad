package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Where a replay writes letters to. Blocks; belongs to one thread. */
final class ReplayDestination {
  private final AdminQuestions questions;
  private final Optional<String> instead;
  private final Map<String, Boolean> known = new HashMap<>();

  /**
   * @param questions to the cluster that is written to
   * @param instead the topic for all letters; otherwise each goes where it came from
   */
  ReplayDestination(AdminQuestions questions, Optional<String> instead) {
    this.questions = questions;
    this.instead = instead;
  }

  /** The topic for a letter. */
  String topic(Letter letter) {
    return instead.orElse(letter.topic());
  }

  /**
   * Refuses a topic for all letters that is not there; blocks.
   *
   * @throws InvalidSetup naming it
   */
  void refuseMissing() {
    if (instead.isPresent() && !exists(instead.get())) {
      throw new InvalidSetup(
          "--to-topic: the topic '"
              + instead.get()
              + "' does not exist; nothing was replayed\nFix: create the topic, or name another");
    }
  }

  /** Whether a topic is there; asks once for each, then blocks. */
  boolean exists(String topic) {
    return known.computeIfAbsent(topic, this::ask);
  }

  private boolean ask(String topic) {
    String what = "whether there is a topic '" + topic + "'";
    AdminQuestions now = questions.renewed();
    try {
      return !now.answer(
              what,
              () ->
                  now.admin()
                      .describeTopics(List.of(topic), now.bounded(new DescribeTopicsOptions()))
                      .allTopicNames())
          .isEmpty();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException
          || e.getCause() instanceof InvalidTopicException) {
        return false;
      }
      throw now.refused(what, e.getCause());
    }
  }
}
