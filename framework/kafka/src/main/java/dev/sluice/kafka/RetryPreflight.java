package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks the cluster, before anything is consumed, whether the retry topics are there, and says how
 * to make those that are not. Blocks; on the poll thread.
 */
final class RetryPreflight {
  private static final Duration KEPT = Duration.ofDays(7);

  private final KafkaSourceConfig config;
  private final RetryTopics topics;
  private final Admin admin;

  RetryPreflight(KafkaSourceConfig config, RetryTopics topics, Admin admin) {
    this.config = config;
    this.topics = topics;
    this.admin = admin;
  }

  /**
   * Looks.
   *
   * @param partitions how many the widest topic of the source has, for the commands
   * @throws InvalidSetup when one is missing or can't be described
   */
  void run(int partitions, Duration within) {
    List<RetryTopics.Stage> missing = missing(within);
    if (!missing.isEmpty()) {
      StringBuilder text =
          new StringBuilder(KafkaRetries.KEY)
              .append(": on ")
              .append(config.bootstrapServers())
              .append(missing.size() == 1 ? " this topic is" : " these topics are")
              .append(" missing; nothing makes topics but you.\nFix:");
      for (RetryTopics.Stage stage : missing) {
        text.append("\n  kafka-topics.sh --bootstrap-server ")
            .append(config.bootstrapServers())
            .append(" --create --topic ")
            .append(stage.topic())
            .append(" --partitions ")
            .append(partitions)
            .append(" --config retention.ms=")
            .append(stage.delay().plus(KEPT).toMillis());
      }
      throw new InvalidSetup(text.toString());
    }
    // Whatever else is wrong is told as for any topic.
    new Preflight(wanted(), admin).run(within);
  }

  private Preflight.Wanted wanted() {
    return new Preflight.Wanted(
        "pipeline.retry",
        "topics",
        config.bootstrapServers(),
        topics.names(),
        "DESCRIBE, READ and WRITE on the topic");
  }

  private List<RetryTopics.Stage> missing(Duration within) {
    int millis = (int) Math.min(Integer.MAX_VALUE, within.toMillis());
    Map<String, KafkaFuture<TopicDescription>> asked =
        admin
            .describeTopics(topics.names(), new DescribeTopicsOptions().timeoutMs(millis))
            .topicNameValues();
    List<RetryTopics.Stage> missing = new ArrayList<>();
    for (RetryTopics.Stage stage : topics.stages()) {
      try {
        var unused = asked.get(stage.topic()).get(within.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof UnknownTopicOrPartitionException) {
          missing.add(stage);
        }
      } catch (TimeoutException e) {
        return missing;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InvalidSetup("interrupted while connecting to " + config.bootstrapServers(), e);
      }
    }
    return missing;
  }
}
