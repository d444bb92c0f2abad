package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.sluice.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns when messages come close to the delivery limit of their queue, where the broker takes them
 * out: they were handed back, or lost with their connection, again and again. One line for each
 * queue in ten seconds. Safe from any thread; a delivery of a queue without a limit costs one look
 * into a map.
 */
final class NearLimit {
  private static final Logger LOGGER = LoggerFactory.getLogger(NearLimit.class);
  private static final String COUNT = "x-delivery-count";
  private static final int MARGIN = 2;

  private final Clock clock;
  private volatile Map<String, Lane> limited = Map.of();

  /** One queue with a limit. */
  private static final class Lane {
    private final int limit;
    private final String exchange;
    private final SparseLine line;

    Lane(int limit, String exchange, SparseLine line) {
      this.limit = limit;
      this.exchange = exchange;
      this.line = line;
    }
  }

  NearLimit(Clock clock) {
    this.clock = clock;
  }

  /** Tells what is known of the queues, by their names. Before that no delivery is warned of. */
  void known(Map<String, QueueFacts> facts) {
    Map<String, Lane> found = new HashMap<>();
    facts.forEach(
        (queue, known) ->
            known
                .deliveryLimit()
                .ifPresent(
                    limit ->
                        found.put(
                            queue,
                            new Lane(
                                limit,
                                known.deadLetterExchange().orElse(""),
                                new SparseLine(clock)))));
    limited = found;
  }

  /** Whether a message that was taken back so often is close to a limit. */
  static boolean near(long count, int limit) {
    return count >= Math.max(1, limit - MARGIN);
  }

  /** Hears of a delivery. */
  void delivered(String queue, AMQP.BasicProperties properties) {
    Lane lane = limited.get(queue);
    if (lane == null
        || properties.getHeaders() == null
        || !(properties.getHeaders().get(COUNT) instanceof Number count)
        || !near(count.longValue(), lane.limit)) {
      return;
    }
    lane.line.happened(
        deliveries ->
            LOGGER.warn(
                "{} deliveries from the queue '{}' are close to its delivery limit of {}, the last"
                    + " one (message-id {}) was handed back {} times; beyond it the broker moves a"
                    + " message to the exchange '{}'",
                deliveries,
                queue,
                lane.limit,
                properties.getMessageId(),
                count.longValue(),
                lane.exchange));
  }
}
