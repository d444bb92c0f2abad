package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.ConsumerFigures;
import dev.sluice.spi.SourceContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The properties of the consumer and the admin client: what the user gave, what follows from the
 * chain, and what the source must own to keep its promises.
 *
 * @param consumer for the consumer
 * @param admin for the admin client: the same connection and security settings
 */
record ClientProperties(Map<String, Object> consumer, Map<String, Object> admin) {

  private static final Duration DEFAULT_HEARTBEAT = Duration.ofSeconds(3);
  private static final int IDLE_FETCH_MILLIS = 200;
  private static final int METADATA_AGE_MILLIS = 30_000;
  private static final int LEAST_POLL_RECORDS = 500;
  private static final int MOST_POLL_RECORDS = 2000;

  /** Setting these would break a promise; each with what to use instead. */
  private static final Map<String, String> OWNED =
      Map.of(
          ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
          "use pipeline.source.kafka.bootstrapServers",
          ConsumerConfig.GROUP_ID_CONFIG,
          "use pipeline.source.kafka.group",
          ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
          "set SLUICE_INSTANCE_ID in the environment of each worker",
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
          "leave it out: positions are committed after" + " the work, never by time",
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          "leave it out: a group without positions starts"
              + " at the earliest record; for positions out of range there is"
              + " pipeline.source.kafka.outOfRange",
          ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
          "leave it out: a mistyped topic must not come into being",
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
          "leave it out: the handler's decoder reads" + " the bytes",
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
          "leave it out: the handler's decoder reads" + " the bytes");

  private static final Set<String> ADMIN_PREFIXES =
      Set.of("security.", "sasl.", "ssl.", "client.dns", "request.timeout", "reconnect.");

  /**
   * The properties that the user gave.
   *
   * @throws InvalidSetup when there is nothing to read, no group, or a property that can't be set
   */
  static Map<String, String> given(KafkaSourceConfig config) {
    if (config.topics().isEmpty()) {
      throw new InvalidSetup(
          "pipeline.source.kafka.topics is empty: there is nothing to read.\nFix: name a topic");
    }
    if (config.group().isBlank()) {
      throw new InvalidSetup(
          "pipeline.source.kafka.group is empty: positions are committed to a group.\nFix: name one,"
              + " for example after the pipeline");
    }
    Map<String, String> given = config.properties().orElse(Map.of());
    given.keySet().forEach(ClientProperties::refuseOwned);
    return given;
  }

  static ClientProperties of(KafkaSourceConfig config, SourceContext context) {
    Map<String, String> given = given(config);
    Map<String, Object> consumer = new HashMap<>(given);
    consumer.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
    consumer.put(ConsumerConfig.GROUP_ID_CONFIG, config.group());
    consumer.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "sluice-" + context.pipeline());
    consumer.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    consumer.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    consumer.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    consumer.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    consumer.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    // A close waits behind a fetch that is open: an idle worker stops no faster than this.
    consumer.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, IDLE_FETCH_MILLIS);
    // A partition that is added to a topic is read from then on, not five minutes later.
    consumer.putIfAbsent(ConsumerConfig.METADATA_MAX_AGE_CONFIG, METADATA_AGE_MILLIS);
    Membership.of(context)
        .instance()
        .ifPresent(id -> consumer.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, id));
    consumer.putIfAbsent(
        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
        Math.max(LEAST_POLL_RECORDS, Math.min(MOST_POLL_RECORDS, context.chunkRecords())));
    if (!"consumer".equalsIgnoreCase(given.get(ConsumerConfig.GROUP_PROTOCOL_CONFIG))) {
      consumer.putIfAbsent(
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          CooperativeStickyAssignor.class.getName());
    }
    consumer.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, maxPollInterval(given, context));

    String adminId = "sluice-" + context.pipeline() + "-admin";
    return new ClientProperties(consumer, admin(given, config.bootstrapServers(), adminId));
  }

  /** For an admin client: of what is given what has to do with connections and security. */
  static Map<String, Object> admin(
      Map<String, String> given, String bootstrapServers, String clientId) {
    Map<String, Object> admin = new HashMap<>();
    given.forEach(
        (name, value) -> {
          if (ofConnection(name)) {
            admin.put(name, value);
          }
        });
    admin.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    admin.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
    return admin;
  }

  /** Whether a property has to do with connections and security, whatever the client. */
  static boolean ofConnection(String name) {
    return ADMIN_PREFIXES.stream().anyMatch(name::startsWith);
  }

  private static void refuseOwned(String name) {
    String instead = OWNED.get(name);
    if (instead != null) {
      throw new InvalidSetup(
          "pipeline.source.kafka.properties." + name + " can't be set; " + instead);
    }
  }

  private static int maxPollInterval(Map<String, String> given, SourceContext context) {
    SourceContext.Figures figures = context.figures();
    Duration heartbeat =
        millis(given, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, DEFAULT_HEARTBEAT);
    Duration derived =
        ConsumerFigures.maxPollInterval(
            figures.need(), figures.commit(), figures.margin(), heartbeat);
    Duration wanted = millis(given, ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, derived);
    if (wanted.compareTo(derived) < 0) {
      throw new InvalidSetup(
          "pipeline.source.kafka.properties."
              + ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG
              + " is "
              + wanted.toMillis()
              + ", but a rebalance may have to wait "
              + derived.toMillis()
              + " ms for the work of this pipeline (need "
              + figures.need().toSeconds()
              + " s + commit "
              + figures.commit().toSeconds()
              + " s + margin).\nFix: leave it out, it is derived from the limits");
    }
    return Math.toIntExact(wanted.toMillis());
  }

  private static Duration millis(Map<String, String> given, String name, Duration absent) {
    String text = given.get(name);
    if (text == null) {
      return absent;
    }
    try {
      return Duration.ofMillis(Integer.parseInt(text.strip()));
    } catch (NumberFormatException e) {
      throw new InvalidSetup(
          "pipeline.source.kafka.properties."
              + name
              + " is '"
              + text
              + "': it must be a whole number of milliseconds",
          e);
    }
  }
}
