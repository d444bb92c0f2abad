package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.Durations;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks the cluster, before anything is consumed, whether the topics are there. Blocks; on the poll
 * thread. A mistake of the operator comes out as {@link InvalidSetup}.
 */
final class Preflight {
  private static final int SHOWN = 8;

  private final KafkaSourceConfig config;
  private final Admin admin;

  Preflight(KafkaSourceConfig config, Admin admin) {
    this.config = config;
    this.admin = admin;
  }

  /** Answers with the number of partitions of each topic. */
  Map<String, Integer> run(Duration within) {
    int millis = (int) Math.min(Integer.MAX_VALUE, within.toMillis());
    Map<String, KafkaFuture<TopicDescription>> asked =
        admin
            .describeTopics(config.topics(), new DescribeTopicsOptions().timeoutMs(millis))
            .topicNameValues();
    return asked.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry -> answer(entry.getKey(), entry.getValue(), within).partitions().size()));
  }

  private TopicDescription answer(
      String topic, KafkaFuture<TopicDescription> asked, Duration within) {
    try {
      return asked.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw explain(topic, e.getCause(), within);
    } catch (TimeoutException e) {
      throw unreachable(within, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InvalidSetup("interrupted while connecting to " + config.bootstrapServers(), e);
    }
  }

  private InvalidSetup explain(String topic, Throwable cause, Duration within) {
    if (cause instanceof UnknownTopicOrPartitionException) {
      return new InvalidSetup(
          "pipeline.source.kafka.topics: the topic '"
              + topic
              + "' does not exist on "
              + config.bootstrapServers()
              + existing(topic)
              + "\nFix: create the topic, or name the right one",
          cause);
    }
    if (cause instanceof AuthenticationException) {
      return new InvalidSetup(
          "pipeline.source.kafka: "
              + config.bootstrapServers()
              + " refused the credentials: "
              + cause.getMessage()
              + "\nFix: check sasl.jaas.config and the other sasl.* and ssl.* settings under"
              + " pipeline.source.kafka.properties",
          cause);
    }
    if (cause instanceof AuthorizationException) {
      return new InvalidSetup(
          "pipeline.source.kafka: the credentials may not describe the topic '"
              + topic
              + "' on "
              + config.bootstrapServers()
              + ": "
              + cause.getMessage()
              + "\nFix: grant DESCRIBE and READ on the topic and READ on the group '"
              + config.group()
              + "'",
          cause);
    }
    if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
      return unreachable(within, cause);
    }
    return new InvalidSetup(
        "pipeline.source.kafka: the topic '"
            + topic
            + "' can't be described on "
            + config.bootstrapServers()
            + ": "
            + cause.getMessage(),
        cause);
  }

  private InvalidSetup unreachable(Duration within, Throwable cause) {
    return new InvalidSetup(
        "pipeline.source.kafka.bootstrapServers: no Kafka broker answered at "
            + config.bootstrapServers()
            + " within "
            + Durations.ceilSeconds(within)
            + " s\nFix: check the address, that the broker runs and that its advertised listeners can"
            + " be reached from here; startup: in pipeline.yaml sets how long to wait",
        cause);
  }

  private String existing(String wanted) {
    try {
      List<String> names =
          admin.listTopics().names().get(5, TimeUnit.SECONDS).stream()
              .sorted(
                  Comparator.comparingInt((String name) -> commonPrefix(name, wanted))
                      .reversed()
                      .thenComparing(Comparator.naturalOrder()))
              .limit(SHOWN)
              .toList();
      return names.isEmpty() ? ", which has no topics" : ", which has " + String.join(", ", names);
    } catch (ExecutionException | TimeoutException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static int commonPrefix(String a, String b) {
    int length = 0;
    while (length < Math.min(a.length(), b.length()) && a.charAt(length) == b.charAt(length)) {
      length++;
    }
    return length;
  }
}
