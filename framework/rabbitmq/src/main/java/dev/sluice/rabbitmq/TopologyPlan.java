package dev.sluice.rabbitmq;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What queues, exchanges and bindings are made of. Pure.
 *
 * @param config the settings
 * @param delays the delay queues of retries
 * @param version of the broker that makes them
 */
record TopologyPlan(RabbitSourceConfig config, DelayQueues delays, BrokerVersion version) {
  private static final String TYPE = "x-queue-type";
  private static final String LIMIT = "x-delivery-limit";
  private static final String EXCHANGE = "x-dead-letter-exchange";
  private static final String ROUTING_KEY = "x-dead-letter-routing-key";
  private static final String STRATEGY = "x-dead-letter-strategy";
  private static final String OVERFLOW = "x-overflow";

  /**
   * A queue to make.
   *
   * @param name its name
   * @param arguments of the declaration
   */
  record Queue(String name, Map<String, Object> arguments) {}

  /**
   * An exchange to make.
   *
   * @param name its name
   * @param type as the broker calls it
   */
  record Exchange(String name, String type) {}

  /** A binding to make. */
  record Binding(String exchange, String routingKey, String queue) {}

  /** The queues, those of dropped messages and of retries included. */
  List<Queue> queues() {
    Map<String, Queue> all = new LinkedHashMap<>();
    config.queues().forEach(name -> all.put(name, new Queue(name, ofQueue(name))));
    for (String name : config.queues()) {
      if (config.topology().deadLetterExchange().isPresent()) {
        all.putIfAbsent(dropped(name), new Queue(dropped(name), ofDropped()));
      }
      for (Duration delay : delays.delays()) {
        String waiting = DelayQueues.name(name, delay);
        all.putIfAbsent(waiting, new Queue(waiting, ofDelay(name, delay)));
      }
    }
    return List.copyOf(all.values());
  }

  /** The exchanges, each once. */
  List<Exchange> exchanges() {
    Map<String, Exchange> all = new LinkedHashMap<>();
    config
        .topology()
        .deadLetterExchange()
        .ifPresent(name -> all.put(name, new Exchange(name, "direct")));
    for (RabbitBindingConfig binding : config.topology().bindings()) {
      all.putIfAbsent(
          binding.exchange(), new Exchange(binding.exchange(), binding.type().amqpName()));
    }
    return List.copyOf(all.values());
  }

  /** The bindings. */
  List<Binding> bindings() {
    Optional<String> exchange = config.topology().deadLetterExchange();
    List<Binding> feeding =
        config.topology().bindings().stream()
            .map(
                each ->
                    new Binding(
                        each.exchange(),
                        each.routingKey(),
                        each.queue().orElseGet(() -> config.queues().get(0))))
            .toList();
    List<Binding> keeping =
        config.queues().stream()
            .flatMap(name -> exchange.map(each -> new Binding(each, name, dropped(name))).stream())
            .toList();
    return Stream.concat(keeping.stream(), feeding.stream()).toList();
  }

  /** What keeps the messages that a queue drops. */
  static String dropped(String queue) {
    return queue + ".dropped";
  }

  /** The type of what is made. */
  QueueType type() {
    return config.topology().type().orElse(QueueType.QUORUM);
  }

  private Map<String, Object> ofQueue(String name) {
    Map<String, Object> arguments = ofDropped();
    config.topology().deliveryLimit().ifPresent(limit -> arguments.put(LIMIT, limit));
    config
        .topology()
        .deadLetterExchange()
        .ifPresent(
            exchange -> {
              arguments.put(EXCHANGE, exchange);
              arguments.put(ROUTING_KEY, name);
              if (type() == QueueType.QUORUM) {
                keepUntilTaken(arguments);
              }
            });
    return arguments;
  }

  private Map<String, Object> ofDropped() {
    Map<String, Object> arguments = new HashMap<>();
    arguments.put(TYPE, type() == QueueType.QUORUM ? "quorum" : "classic");
    if (type() == QueueType.QUORUM && version.negativeIsUnlimited()) {
      arguments.put(LIMIT, -1);
    }
    return arguments;
  }

  /** Of a queue whose messages come back to another after a while, none lost on the way. */
  static Map<String, Object> ofDelay(String queue, Duration delay) {
    Map<String, Object> arguments = new HashMap<>();
    arguments.put(TYPE, "quorum");
    arguments.put("x-message-ttl", delay.toMillis());
    arguments.put(EXCHANGE, "");
    arguments.put(ROUTING_KEY, queue);
    keepUntilTaken(arguments);
    return arguments;
  }

  /** A message leaves only when its next queue has it; the broker asks for the second to do it. */
  private static void keepUntilTaken(Map<String, Object> arguments) {
    arguments.put(STRATEGY, "at-least-once");
    arguments.put(OVERFLOW, "reject-publish");
  }
}
