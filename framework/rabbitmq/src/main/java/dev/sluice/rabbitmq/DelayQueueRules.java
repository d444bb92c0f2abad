package dev.sluice.rabbitmq;

import dev.sluice.api.InvalidSetup;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether what waits in a delay queue comes back, in time and not lost on the way. Pure.
 *
 * @param rules for how queues are called
 */
record DelayQueueRules(QueueRules rules) {

  /** There is none. */
  InvalidSetup missing(String queue, Duration delay) {
    return refused(queue, delay, "does not exist");
  }

  /**
   * Judges one that was asked about.
   *
   * @throws InvalidSetup when a message would not come back from it
   */
  void judged(String queue, Duration delay, QueueDetails details) {
    Map<String, Object> wanted = new TreeMap<>(TopologyPlan.ofDelay(queue, delay));
    wanted.forEach(
        (name, value) -> {
          Object found =
              name.equals("x-queue-type") ? details.type() : found(details, name).orElse(null);
          if (found == null || !text(found).equals(text(value))) {
            throw refused(
                queue, delay, "has " + name + " = " + (found == null ? "nothing" : text(found)));
          }
        });
    if (found(details, "x-expires").isPresent()) {
      throw refused(queue, delay, "has x-expires, and goes with its messages, as nobody reads it");
    }
    if (details.autoDelete() || !details.durable()) {
      throw refused(queue, delay, "is not durable or is auto-delete");
    }
  }

  private static Optional<Object> found(QueueDetails details, String argument) {
    return Optional.ofNullable(details.arguments().get(argument))
        .or(() -> details.policy().map(each -> each.get(argument.substring("x-".length()))));
  }

  private InvalidSetup refused(String queue, Duration delay, String what) {
    String arguments =
        new TreeMap<>(TopologyPlan.ofDelay(queue, delay))
            .entrySet().stream()
                .map(each -> each.getKey() + ": " + text(each.getValue()))
                .collect(Collectors.joining(", "));
    return new InvalidSetup(
        "pipeline.retry: "
            + rules.called(DelayQueues.name(queue, delay))
            + ", in which failed messages wait, "
            + what
            + "\nFix: set "
            + RabbitSource.KEY
            + ".declare: true for the worker to make it when it"
            + " is missing, or make it durable, with the arguments "
            + arguments);
  }

  private static String text(Object value) {
    return value.equals("") ? "''" : value.toString();
  }
}
