package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.Checked;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.acl.AclOperation;

/**
 * Looks whether a source or a place for dead letters could be used: are the brokers there, are the
 * topics, what may these credentials do. Reads no record and joins no group. Blocks.
 */
final class KafkaCheck {
  private final Preflight.Wanted wanted;
  private final AclOperation needed;
  private final Clock clock;
  private final Duration within;

  private KafkaCheck(Preflight.Wanted wanted, AclOperation needed, Clock clock, Duration within) {
    this.wanted = wanted;
    this.needed = needed;
    this.clock = clock;
    this.within = within;
  }

  /** What can be said about a source. */
  static List<Checked> source(
      KafkaSourceConfig config, ClientProperties properties, Clock clock, Duration within) {
    var unused = Clients.made(KafkaPipeline.KEY, () -> new ConsumerConfig(properties.consumer()));
    KafkaCheck check =
        new KafkaCheck(Preflight.Wanted.by(config), AclOperation.READ, clock, within);
    List<Checked> found = new ArrayList<>();
    try (AdminQuestions questions = check.questions(properties.admin())) {
      Checked topics = check.topics(questions);
      found.add(topics);
      found.add(
          topics.status() == Checked.Status.FAILED
              ? Checked.notChecked(KafkaPipeline.KEY + ".group", "the topics come first")
              : check.group(questions, config.group()));
    }
    return found;
  }

  /** What can be said about a place for dead letters. */
  static List<Checked> deadLetters(
      KafkaDeadLetterConfig config, ProducerProperties properties, Clock clock, Duration within) {
    var unused =
        Clients.made(KafkaDeadLetters.KEY, () -> new ProducerConfig(properties.producer(within)));
    KafkaCheck check =
        new KafkaCheck(Preflight.Wanted.by(config), AclOperation.WRITE, clock, within);
    try (AdminQuestions questions = check.questions(properties.admin())) {
      return List.of(check.topics(questions));
    }
  }

  private AdminQuestions questions(Map<String, Object> admin) {
    return new AdminQuestions(
        new AdminQuestions.Wanted(wanted.key(), wanted.bootstrapServers(), wanted.grants()),
        admin,
        clock,
        within);
  }

  private Checked topics(AdminQuestions questions) {
    String what = wanted.key() + "." + wanted.topicKey();
    try {
      Map<String, Integer> partitions =
          new TreeMap<>(new Preflight(wanted, questions.admin()).run(questions.left()));
      List<String> forbidden = forbidden(questions);
      if (!forbidden.isEmpty()) {
        return Checked.failed(
            what,
            "the credentials may not "
                + needed
                + " "
                + String.join(", ", forbidden)
                + " on "
                + wanted.bootstrapServers()
                + "\nFix: grant "
                + wanted.grants());
      }
      return Checked.ok(
          what,
          partitions.entrySet().stream()
                  .map(each -> each.getKey() + " (" + partitions(each.getValue()) + ")")
                  .collect(Collectors.joining(", "))
              + " on "
              + wanted.bootstrapServers());
    } catch (InvalidSetup e) {
      return Checked.failed(what, e.getMessage());
    }
  }

  private static String partitions(int count) {
    return count == 1 ? "1 partition" : count + " partitions";
  }

  /** Topics on which the needed right is missing; a cluster that does not say counts as willing. */
  private List<String> forbidden(AdminQuestions questions) {
    Map<String, TopicDescription> described =
        questions.ask(
            "what may be done with the topics",
            () ->
                questions
                    .admin()
                    .describeTopics(
                        wanted.topics(),
                        questions
                            .bounded(new DescribeTopicsOptions())
                            .includeAuthorizedOperations(true))
                    .allTopicNames());
    return described.values().stream()
        .filter(
            topic ->
                topic.authorizedOperations() != null
                    && !topic.authorizedOperations().contains(needed))
        .map(TopicDescription::name)
        .sorted()
        .toList();
  }

  private Checked group(AdminQuestions questions, String name) {
    String what = KafkaPipeline.KEY + ".group";
    try {
      GroupView group = GroupView.of(questions, name);
      if (group.allowed().isPresent() && !group.allowed().get().contains(AclOperation.READ)) {
        return Checked.failed(
            what,
            "the credentials may not READ the group '" + name + "'\nFix: grant " + wanted.grants());
      }
      int positions =
          questions
              .ask(
                  "what the group '" + name + "' has committed",
                  () ->
                      questions
                          .admin()
                          .listConsumerGroupOffsets(
                              name, questions.bounded(new ListConsumerGroupOffsetsOptions()))
                          .partitionsToOffsetAndMetadata())
              .size();
      return Checked.ok(what, group.summary() + ", positions in " + partitions(positions));
    } catch (InvalidSetup e) {
      return Checked.failed(what, e.getMessage());
    }
  }
}
