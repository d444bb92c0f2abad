package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** Asks how much waits in queues, on a channel of its own. Blocks. */
final class Depths {
  /** What is said when the client has none to give. */
  static final String NO_CHANNEL =
      "the broker allows this connection no further channel (channel_max); raise it there";

  private Depths() {}

  /**
   * How many messages wait for a consumer. What is delivered and not acknowledged, to whomever, is
   * not seen.
   *
   * @throws IOException when a queue is not there, or the connection is gone
   */
  static Map<String, Long> of(Connection connection, Collection<String> queues) throws IOException {
    try (Channel channel = connection.createChannel()) {
      if (channel == null) {
        throw new IOException(NO_CHANNEL);
      }
      Map<String, Long> waiting = new HashMap<>();
      for (String queue : queues) {
        waiting.put(queue, (long) channel.queueDeclarePassive(queue).getMessageCount());
      }
      return waiting;
    } catch (TimeoutException | ShutdownSignalException e) {
      throw new IOException("the broker does not say how much waits: " + Causes.text(e), e);
    }
  }
}
