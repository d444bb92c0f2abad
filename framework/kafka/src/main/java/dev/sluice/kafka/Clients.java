package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import java.util.StringJoiner;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes clients and says in words why one refuses to be made. */
final class Clients {
  private static final Logger LOGGER = LoggerFactory.getLogger(Clients.class);

  private Clients() {}

  /**
   * Makes a client. Nothing is dialled meanwhile: whatever it complains of stands in its settings.
   *
   * @param key the key in {@code pipeline.yaml} that declares it
   * @throws InvalidSetup when it refuses
   */
  static <C> C made(String key, Supplier<C> client) {
    try {
      return client.get();
    } catch (KafkaException e) {
      throw new InvalidSetup(
          key
              + ": the Kafka client refuses its configuration: "
              + reasons(e)
              + "\nFix: check bootstrapServers and properties under "
              + key,
          e);
    }
  }

  /** The messages of what is behind a failure, outermost first, each said once. */
  static String reasons(Throwable failure) {
    // The client wraps what is wrong into a message that says nothing.
    Throwable first = failure.getCause() == null ? failure : failure.getCause();
    StringJoiner why = new StringJoiner(": ");
    String said = "";
    for (Throwable cause = first; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      // Java's own wrappers quote what they wrap.
      if (!said.contains(message)) {
        why.add(message);
        said = message;
      }
    }
    return why.toString();
  }

  /** Closes a consumer, if there is one; a failure is told in the log. Blocks. */
  static void close(Consumer<?, ?> consumer, CloseOptions options) {
    if (consumer == null) {
      return;
    }
    try {
      consumer.close(options);
    } catch (KafkaException e) {
      LOGGER.warn("closing the consumer failed: {}", e.toString());
    }
  }
}
