package dev.sluice.rabbitmq;

import dev.sluice.api.InvalidSetup;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which queues can be worked on without losing a message. Pure.
 *
 * @param key of the setting that names the queues, for messages
 * @param vhost where they are
 * @param said what the settings say of them; empty for queues of which they say nothing
 * @param version of the broker
 * @param place the broker as {@code host:port}, for messages
 */
record QueueRules(
    String key,
    String vhost,
    Optional<RabbitTopologyConfig> said,
    BrokerVersion version,
    String place) {

  /** For the queues of a source. */
  static QueueRules of(RabbitSourceConfig config, BrokerVersion version, String place) {
    return new QueueRules(
        RabbitSource.KEY + ".queues",
        config.address().vhost(),
        Optional.of(config.topology()),
        version,
        place);
  }

  /**
   * Judges a queue that was asked about.
   *
   * @throws InvalidSetup when it would lose messages, or is not what the settings say
   */
  QueueFacts judged(String queue, QueueDetails details) {
    QueueType type = type(queue, details.type());
    if (details.autoDelete()) {
      throw refused(
          queue,
          "is auto-delete: it goes, with its messages, when its last consumer stops",
          "make it anew without auto-delete");
    }
    Optional<QueueType> wanted = said.flatMap(RabbitTopologyConfig::type);
    if (wanted.isPresent() && wanted.get() != type) {
      throw new InvalidSetup(
          RabbitSource.KEY
              + ".topology.type: "
              + told(wanted.get())
              + ", but "
              + called(queue)
              + " is "
              + told(type)
              + "\nFix: remove topology.type, or make the queue anew");
    }
    // What the broker tells of policies needs no word of the operator's.
    OptionalInt claimed = details.policy().isPresent() ? OptionalInt.empty() : claimedLimit();
    OptionalInt policy =
        details.policy().isPresent() ? details.byPolicy("delivery-limit") : claimed;
    OptionalInt limit =
        type == QueueType.QUORUM
            ? version.limit(details.argument("x-delivery-limit"), policy)
            : OptionalInt.empty();
    Optional<String> exchange =
        details.deadLetterExchange().isPresent() || details.policy().isPresent()
            ? details.deadLetterExchange()
            : said.flatMap(RabbitTopologyConfig::deadLetterExchange);
    return keeping(new QueueFacts(queue, type, limit, exchange));
  }

  /**
   * What the settings say of a queue that this user may not ask about.
   *
   * @param why it is not known, in words
   * @throws InvalidSetup when they do not say its type, or it would lose messages
   */
  QueueFacts declared(String queue, String why) {
    QueueType type =
        said.flatMap(RabbitTopologyConfig::type)
            .orElseThrow(
                () ->
                    new InvalidSetup(
                        RabbitSource.KEY
                            + ".topology.type: the broker does not tell of what type "
                            + called(queue)
                            + " is: "
                            + why
                            + "\nFix: set topology.type to classic or quorum (and deliveryLimit and"
                            + " deadLetterExchange if the queue has them), give topology"
                            + ".managementUrl, or let the user configure the queue"));
    OptionalInt limit =
        type == QueueType.QUORUM
            ? version.limit(OptionalInt.empty(), claimedLimit())
            : OptionalInt.empty();
    return keeping(
        new QueueFacts(queue, type, limit, said.flatMap(RabbitTopologyConfig::deadLetterExchange)));
  }

  private QueueType type(String queue, String type) {
    return switch (type) {
      case "classic" -> QueueType.CLASSIC;
      case "quorum" -> QueueType.QUORUM;
      case "stream" ->
          throw refused(
              queue,
              "is a stream: what is read stays in it, so nothing can be settled or handed back",
              "name a classic or a quorum queue; one can be fed from the same exchange");
      default ->
          throw refused(
              queue,
              "is of the type '" + type + "', which is not known here",
              "name a classic or a quorum queue");
    };
  }

  private QueueFacts keeping(QueueFacts facts) {
    if (facts.type() == QueueType.CLASSIC && claimedLimit().isPresent()) {
      throw new InvalidSetup(
          RabbitSource.KEY
              + ".topology.deliveryLimit: "
              + called(facts.name())
              + " is classic, and only quorum queues have one\nFix: remove it");
    }
    if (facts.deliveryLimit().isEmpty()) {
      return facts;
    }
    int limit = facts.deliveryLimit().getAsInt();
    if (limit == 0) {
      throw refused(
          facts.name(),
          "has a delivery limit of 0 (before 4.0 a negative one counts as 0, and this broker is "
              + version.text()
              + "): the first hand-back takes a message out of it",
          "make it anew without x-delivery-limit, and take delivery-limit out of its policy");
    }
    if (facts.deadLetterExchange().isEmpty()) {
      throw refused(
          facts.name(),
          "is a quorum queue with a delivery limit of "
              + limit
              + (version.limitsByDefault() && limit == BrokerVersion.DEFAULT_LIMIT
                  ? " (the default since 4.0)"
                  : "")
              + " and no dead-letter exchange: it drops a message silently that was handed back"
              + " more often, and "
              + (said.isPresent() ? "each stop" : "each replay that leaves it there")
              + " and each lost connection hands back",
          said.isPresent() ? waysOut() : waysOutForLetters());
    }
    return facts;
  }

  private String waysOut() {
    return "give it a dead-letter exchange, by its arguments or by policy, or no limit ("
        + (version.limitsByDefault()
            ? "x-delivery-limit: -1"
            : "neither x-delivery-limit nor delivery-limit in its policy")
        + "); a policy is seen only with topology.managementUrl, or name what it sets as"
        + " topology.deadLetterExchange and deliveryLimit";
  }

  private String waysOutForLetters() {
    return "make it anew with a dead-letter exchange, or with "
        + (version.limitsByDefault() ? "x-delivery-limit: -1" : "no x-delivery-limit")
        + ", among its arguments; what policies set is not seen here";
  }

  private OptionalInt claimedLimit() {
    return said.flatMap(RabbitTopologyConfig::deliveryLimit)
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }

  /** A queue that can't be used, with a way out. */
  InvalidSetup refused(String queue, String what, String fix) {
    return new InvalidSetup(key + ": " + called(queue) + " " + what + "\nFix: " + fix);
  }

  /** A queue and where it is. */
  String called(String queue) {
    return "the queue '" + queue + "' in the virtual host '" + vhost + "' of " + place;
  }

  private static String told(QueueType type) {
    return type == QueueType.QUORUM ? "quorum" : "classic";
  }
}
