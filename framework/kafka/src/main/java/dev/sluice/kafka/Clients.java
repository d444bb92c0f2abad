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
      StringJoiner why = new StringJoiner(": ");
      // The client wraps what is wrong into a message that says nothing.
      Throwable first = e.getCause() == null ? e : e.getCause();
      for (Throwable cause = first; cause != null; cause = cause.getCause()) {
        why.add(String.valueOf(cause.getMessage()));
      }
      throw new InvalidSetup(
          key
              + ": the Kafka client refuses its configuration: "
              + why
              + "\nFix: check bootstrapServers and properties under "
              + key,
          e);
    }
  }
}
