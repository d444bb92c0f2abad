package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The properties of a producer of dead letters or of records to be retried: what the user gave, and
 * what a confirmed write rests on.
 *
 * @param producer for the producer, without its time-outs
 * @param admin for the admin client: the same connection and security settings
 */
record ProducerProperties(Map<String, Object> producer, Map<String, Object> admin) {
  private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);
  private static final int MOST_BYTES = 32 << 20;
  private static final String DERIVED = "leave it out: it follows from the time a letter has";
  private static final String CONFIRMED =
      "leave it out: a record is settled only when every replica in sync has its letter";

  private static final Map<String, String> OWNED =
      Map.of(
          ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
          "use " + KafkaDeadLetters.KEY + ".bootstrapServers",
          ProducerConfig.ACKS_CONFIG,
          CONFIRMED,
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          CONFIRMED,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG,
          "leave it out: letters are written one by one",
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
          DERIVED,
          ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
          DERIVED,
          ProducerConfig.MAX_BLOCK_MS_CONFIG,
          DERIVED,
          ProducerConfig.LINGER_MS_CONFIG,
          DERIVED,
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          "leave it out: keys are written as they were read",
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          "leave it out: values are written as they were read");

  static ProducerProperties of(KafkaDeadLetterConfig config, String pipeline) {
    Map<String, String> given = config.properties().orElse(Map.of());
    given.keySet().forEach(ProducerProperties::refuseOwned);
    return confirmed(config.bootstrapServers(), given, "sluice-" + pipeline + "-dead-letters");
  }

  /**
   * For retry topics: of the consumer's properties what has to do with connections and security.
   */
  static ProducerProperties of(KafkaSourceConfig config, String pipeline) {
    Map<String, String> given = new HashMap<>(config.properties().orElse(Map.of()));
    given.keySet().removeIf(name -> !ClientProperties.ofConnection(name));
    // Derived here from the time a record has.
    given.remove(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
    return confirmed(config.bootstrapServers(), given, "sluice-" + pipeline + "-retries");
  }

  private static ProducerProperties confirmed(
      String bootstrapServers, Map<String, String> given, String clientId) {
    Map<String, Object> producer = new HashMap<>(given);
    producer.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    producer.putIfAbsent(ProducerConfig.CLIENT_ID_CONFIG, clientId);
    producer.put(ProducerConfig.ACKS_CONFIG, "all");
    producer.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    producer.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    producer.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    producer.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    // The client would refuse what was just small enough without our headers; the topic's own
    // max.message.bytes decides.
    producer.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MOST_BYTES);
    producer.putIfAbsent(ProducerConfig.BUFFER_MEMORY_CONFIG, 2 * MOST_BYTES);
    // A batch that is refused while the next is taken can stop an idempotent producer for good.
    producer.putIfAbsent(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    return new ProducerProperties(
        producer, ClientProperties.admin(given, bootstrapServers, clientId + "-admin"));
  }

  private static void refuseOwned(String name) {
    String instead = OWNED.get(name);
    if (instead != null) {
      throw new InvalidSetup(
          KafkaDeadLetters.KEY + ".properties." + name + " can't be set; " + instead);
    }
  }

  /**
   * For the producer.
   *
   * @param within how long a letter may take
   */
  Map<String, Object> producer(Duration within) {
    int delivery = (int) Math.max(2, Math.min(Integer.MAX_VALUE, within.toMillis()));
    Map<String, Object> complete = new HashMap<>(producer);
    complete.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
    complete.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, delivery);
    complete.put(
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        (int) Math.min(LONGEST_REQUEST.toMillis(), delivery / 2));
    return complete;
  }
}
