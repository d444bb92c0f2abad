package dev.sluice.sample.dev;

import com.rabbitmq.client.Connection;
import java.util.HashMap;
import java.util.Map;

/** How quorum queues are declared, as a pipeline with {@code declare: true} does it. */
public final class QuorumQueues {
  private static final int LIMITED = 4;

  private QuorumQueues() {}

  /** The arguments for a queue that never drops a message. */
  public static Map<String, Object> arguments(Connection connection) {
    Map<String, Object> arguments = new HashMap<>();
    arguments.put("x-queue-type", "quorum");
    String version = connection.getServerProperties().get("version").toString();
    if (Integer.parseInt(version.substring(0, version.indexOf('.'))) >= LIMITED) {
      // Such a broker drops a message after some deliveries unless told otherwise.
      arguments.put("x-delivery-limit", -1);
    }
    return arguments;
  }
}
