package dev.sluice.rabbitmq;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a queue is like, as far as it could be found out.
 *
 * @param type {@code classic}, {@code quorum}, {@code stream} or something new
 * @param durable whether it outlives a restart of its broker
 * @param autoDelete whether it goes with its last consumer
 * @param arguments of its declaration
 * @param policy what its policies come to; empty when they are not seen
 */
record QueueDetails(
    String type,
    boolean durable,
    boolean autoDelete,
    Map<String, Object> arguments,
    Optional<Map<String, Object>> policy) {

  /** Copies the maps. */
  QueueDetails {
    arguments = Map.copyOf(arguments);
    policy = policy.map(Map::copyOf);
  }

  /** A number among the arguments. */
  OptionalInt argument(String name) {
    return number(arguments.get(name));
  }

  /** A number in the policy. */
  OptionalInt byPolicy(String name) {
    return number(policy.map(each -> each.get(name)).orElse(null));
  }

  /** Where it puts what it drops, if anywhere. */
  Optional<String> deadLetterExchange() {
    Object declared = arguments.get("x-dead-letter-exchange");
    Object found =
        declared == null
            ? policy.map(each -> each.get("dead-letter-exchange")).orElse(null)
            : declared;
    return Optional.ofNullable(found).map(Object::toString);
  }

  private static OptionalInt number(Object value) {
    return value instanceof Number number
        ? OptionalInt.of((int) Math.max(-1, Math.min(Integer.MAX_VALUE, number.longValue())))
        : OptionalInt.empty();
  }
}
