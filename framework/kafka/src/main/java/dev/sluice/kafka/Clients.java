package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import java.util.StringJoiner;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/** Makes clients and says in words why one refuses to be made. */
final class Clients {
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
}
