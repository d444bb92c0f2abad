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
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks the cluster, before anything is consumed, whether the topics are there. Blocks; on the poll
 * thread. A mistake of the operator comes out as {@link InvalidSetup}.
 */
final class Preflight {
  private static final int SHOWN = 8;

  private final Wanted wanted;
  private final Admin admin;

  /**
   * What is to be there.
   *
   * @param key the key in {@code pipeline.yaml} that declares it
   * @param topicKey the key below it that names the topics
   * @param bootstrapServers where to ask
   * @param topics which must exist
   * @param grants the rights that are needed, as a request to whoever gives them
   */
  record Wanted(
      String key, String topicKey, String bootstrapServers, List<String> topics, String grants) {

    static Wanted by(KafkaSourceConfig config) {
      return new Wanted(
          "pipeline.source.kafka",
          "topics",
          config.bootstrapServers(),
          config.topics(),
          "DESCRIBE and READ on the topic and READ on the group '" + config.group() + "'");
    }

    static Wanted by(KafkaDeadLetterConfig config) {
      return new Wanted(
          KafkaDeadLetters.KEY,
          "topic",
          config.bootstrapServers(),
          List.of(config.topic()),
          "DESCRIBE and WRITE on the topic");
    }
  }

  Preflight(Wanted wanted, Admin admin) {
    this.wanted = wanted;
    this.admin = admin;
  }

  /** Answers with the number of partitions of each topic. */
  Map<String, Integer> run(Duration within) {
    int millis = (int) Math.min(Integer.MAX_VALUE, within.toMillis());
    Map<String, KafkaFuture<TopicDescription>> asked =
        admin
            .describeTopics(wanted.topics(), new DescribeTopicsOptions().timeoutMs(millis))
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
      throw new InvalidSetup("interrupted while connecting to " + wanted.bootstrapServers(), e);
    }
  }

  private InvalidSetup explain(String topic, Throwable cause, Duration within) {
    if (cause instanceof UnknownTopicOrPartitionException) {
      return new InvalidSetup(
          wanted.key()
              + "."
              + wanted.topicKey()
              + ": the topic '"
              + topic
              + "' does not exist on "
              + wanted.bootstrapServers()
              + existing(topic)
              + "\nFix: create the topic, or name the right one",
          cause);
    }
    if (cause instanceof SslAuthenticationException) {
      return new InvalidSetup(
          wanted.key()
              + ": the TLS handshake with "
              + wanted.bootstrapServers()
              + " failed: "
              + Clients.reasons(cause)
              + "\nFix: check that ssl.truststore.location under "
              + wanted.key()
              + ".properties names a store that trusts the brokers' certificates, and that these are"
              + " made out to the addresses above",
          cause);
    }
    if (cause instanceof AuthenticationException) {
      return new InvalidSetup(
          wanted.key()
              + ": "
              + wanted.bootstrapServers()
              + " refused the credentials: "
              + cause.getMessage()
              + "\nFix: check sasl.jaas.config and the other sasl.* and ssl.* settings under"
              + " "
              + wanted.key()
              + ".properties",
          cause);
    }
    if (cause instanceof AuthorizationException) {
      return new InvalidSetup(
          wanted.key()
              + ": the credentials may not describe the topic '"
              + topic
              + "' on "
              + wanted.bootstrapServers()
              + ": "
              + cause.getMessage()
              + "\nFix: grant "
              + wanted.grants(),
          cause);
    }
    if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
      return unreachable(within, cause);
    }
    return new InvalidSetup(
        wanted.key()
            + ": the topic '"
            + topic
            + "' can't be described on "
            + wanted.bootstrapServers()
            + ": "
            + cause.getMessage(),
        cause);
  }

  private InvalidSetup unreachable(Duration within, Throwable cause) {
    return new InvalidSetup(
        wanted.key()
            + ".bootstrapServers: no Kafka broker answered at "
            + wanted.bootstrapServers()
            + " within "
            + Durations.ceilSeconds(within)
            + " s\nFix: check the address, that the broker runs and that its advertised listeners can"
            + " be reached from here, and that security.protocol under "
            + wanted.key()
            + ".properties fits the listener (one with TLS does not answer a client without, nor the"
            + " reverse); startup: in pipeline.yaml sets how long to wait",
        cause);
  }

  private String existing(String missing) {
    try {
      List<String> names =
          admin.listTopics().names().get(5, TimeUnit.SECONDS).stream()
              .sorted(
                  Comparator.comparingInt((String name) -> commonPrefix(name, missing))
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
