package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.config.DeadLetterSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The clients of a replay: one reads letters with the settings of {@code
 * pipeline.deadLetter.kafka}, the other writes with those of the source.
 *
 * @param pipeline whose letters are replayed
 * @param letters where they are
 * @param group keeps how far replays are
 */
record ReplayClients(KafkaPipeline pipeline, KafkaDeadLetterConfig letters, String group) {
  private static final int MOST_BYTES = 32 << 20;

  /**
   * Finds out where the letters are.
   *
   * @throws InvalidSetup when they are nowhere, or not in Kafka
   */
  static KafkaDeadLetterConfig letters(LoadedPipeline loaded) {
    String pipeline = loaded.config().pipeline().name();
    Optional<DeadLetterSettings<?>> declared = loaded.config().pipeline().deadLetter();
    if (declared.isEmpty()) {
      throw new InvalidSetup(
          "pipeline '"
              + pipeline
              + "' has no pipeline.deadLetter, so there are no letters to replay\nFix: configure one,"
              + " as in 'deadLetter: { kafka: {...} }', or name another file with -c");
    }
    if (!(declared.get().settings() instanceof KafkaDeadLetterConfig letters)) {
      throw new InvalidSetup(
          "the letters of pipeline '"
              + pipeline
              + "' are in pipeline.deadLetter."
              + declared.get().provider().name()
              + "; replay reads them from a Kafka topic only\nFix: read them there and produce them"
              + " to their topic yourself");
    }
    // Refuses what a run would refuse.
    var unused = ProducerProperties.of(letters, pipeline);
    return letters;
  }

  /** The properties of a client that connects to where the letters are. */
  Map<String, Object> lettersConnection() {
    return ClientProperties.admin(
        letters.properties().orElse(Map.of()), letters.bootstrapServers(), clientId());
  }

  private String clientId() {
    return "sluice-" + pipeline.name() + "-replay";
  }

  /** What must be there to read letters. */
  Preflight.Wanted wanted() {
    return new Preflight.Wanted(
        KafkaDeadLetters.KEY,
        "topic",
        letters.bootstrapServers(),
        List.of(letters.topic()),
        "DESCRIBE and READ on the topic '"
            + letters.topic()
            + "' and READ on the group '"
            + group
            + "'");
  }

  /** Reads letters; commits only what it is told to. Nothing is dialled yet. */
  Consumer<byte[], byte[]> consumer() {
    Map<String, Object> properties = new HashMap<>(lettersConnection());
    properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        (int) Math.max(1000, Math.min(Integer.MAX_VALUE, pipeline.within().toMillis())));
    return Clients.made(
        KafkaDeadLetters.KEY,
        () ->
            new KafkaConsumer<>(
                properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
  }

  /** Writes to the source's cluster, confirmed by every replica in sync. Nothing is dialled yet. */
  Producer<byte[], byte[]> producer(Duration within) {
    Map<String, Object> properties = new HashMap<>(pipeline.connection("replay"));
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    // What was small enough for the source's topic once must not be refused by the client.
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MOST_BYTES);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2L * MOST_BYTES);
    Map<String, Object> bounded = new ProducerProperties(properties, Map.of()).producer(within);
    return Clients.made(
        KafkaPipeline.KEY,
        () -> new KafkaProducer<>(bounded, new ByteArraySerializer(), new ByteArraySerializer()));
  }
}
