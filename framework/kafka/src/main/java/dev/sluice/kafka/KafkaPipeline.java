package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A pipeline that reads Kafka, as a command sees it from outside.
 *
 * @param name the pipeline's name
 * @param config its source
 * @param retries the topics in which what failed waits
 * @param given the properties of its consumer
 * @param within how long a command may wait for the cluster, all its questions together
 */
record KafkaPipeline(
    String name,
    KafkaSourceConfig config,
    RetryTopics retries,
    Map<String, String> given,
    Duration within) {
  static final String KEY = "pipeline.source.kafka";

  /**
   * Takes a loaded file for one.
   *
   * @param command who asks, for the message
   * @throws InvalidSetup when its source is another or can't be used
   */
  static KafkaPipeline of(LoadedPipeline loaded, String command) {
    if (!(loaded.config().pipeline().source().settings() instanceof KafkaSourceConfig config)) {
      throw new InvalidSetup(
          command
              + " is for pipelines that read Kafka; the source of pipeline '"
              + loaded.config().pipeline().name()
              + "' is "
              + loaded.config().pipeline().source().provider().name()
              + "\nFix: name the file of another pipeline with -c");
    }
    return new KafkaPipeline(
        loaded.config().pipeline().name(),
        config,
        RetryTopics.of(config.group(), loaded.config().pipeline().retry().topics()),
        ClientProperties.given(config),
        loaded.config().startup());
  }

  /** A client that asks the source's cluster; the bound begins now. */
  AdminQuestions questions(Clock clock) {
    return new AdminQuestions(
        new AdminQuestions.Wanted(
            KEY, config.bootstrapServers(), Preflight.Wanted.by(config).grants()),
        connection("admin"),
        clock,
        within);
  }

  /** What a client needs to connect as the source does. */
  Map<String, Object> connection(String purpose) {
    return ClientProperties.admin(
        given, config.bootstrapServers(), "sluice-" + name + "-" + purpose);
  }

  /** All partitions of its topics, in order; blocks. */
  List<TopicPartition> partitions(AdminQuestions questions) {
    return partitions(Preflight.Wanted.by(config), questions);
  }

  /** Those, and behind them the partitions of its retry topics; blocks. */
  List<TopicPartition> partitionsAndRetries(AdminQuestions questions) {
    List<TopicPartition> all = partitions(questions);
    if (!retries.isEmpty()) {
      Preflight.Wanted source = Preflight.Wanted.by(config);
      Preflight.Wanted wanted =
          new Preflight.Wanted(
              "pipeline.retry",
              "topics",
              source.bootstrapServers(),
              retries.names(),
              source.grants());
      all.addAll(partitions(wanted, questions));
    }
    return all;
  }

  private static List<TopicPartition> partitions(
      Preflight.Wanted wanted, AdminQuestions questions) {
    List<TopicPartition> all = new ArrayList<>();
    new TreeMap<>(new Preflight(wanted, questions.admin()).run(questions.left()))
        .forEach(
            (topic, count) -> {
              for (int i = 0; i < count; i++) {
                all.add(new TopicPartition(topic, i));
              }
            });
    return all;
  }

  /** What the group has committed, where it has; blocks. */
  Map<TopicPartition, OffsetAndMetadata> committed(AdminQuestions questions) {
    Map<TopicPartition, OffsetAndMetadata> committed =
        questions.ask(
            "what the group '" + config.group() + "' has committed",
            () ->
                questions
                    .admin()
                    .listConsumerGroupOffsets(
                        config.group(), questions.bounded(new ListConsumerGroupOffsetsOptions()))
                    .partitionsToOffsetAndMetadata());
    committed.values().removeIf(Objects::isNull);
    return committed;
  }
}
