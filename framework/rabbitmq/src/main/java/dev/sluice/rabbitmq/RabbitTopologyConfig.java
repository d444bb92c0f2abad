package dev.sluice.rabbitmq;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.util.List;
import java.util.Optional;

/**
 * The {@code topology} section of the source: how queues are made with {@code declare}, and what is
 * known of those that are there.
 *
 * @param type of all the queues
 * @param deliveryLimit how often a quorum queue delivers a message
 * @param deadLetterExchange where the broker puts what a queue drops
 * @param bindings which exchanges feed the queues
 * @param managementUrl where the broker's management plugin is asked about the queues
 */
public record RabbitTopologyConfig(
    @Setting(
            doc =
                "Type of the queues. With declare quorum unless given; otherwise the broker is asked,"
                    + " and only who may not ask must say it.")
        Optional<QueueType> type,
    @Setting(
            doc =
                "How often a quorum queue takes a message back before it drops it; hand-backs and"
                    + " lost connections count. With declare none unless given; otherwise what a"
                    + " policy says that the worker can't see.",
            min = "1",
            max = "1000000")
        Optional<Integer> deliveryLimit,
    @Setting(
            doc =
                "Exchange that gets what a queue drops. With declare it is made, with one queue for"
                    + " each queue, named <queue>.dropped, that keeps it; otherwise what a policy"
                    + " says that the worker can't see.",
            min = "1",
            max = "200")
        Optional<String> deadLetterExchange,
    @Setting(doc = "What feeds the queues; only made with declare.", value = "[]", max = "100")
        List<RabbitBindingConfig> bindings,
    @Setting(
            doc =
                "Where the broker's management plugin answers, http://host:15672 or https; with it"
                    + " the worker also sees what comes by policy. Asked as the user of the"
                    + " connection, who needs the tag management.")
        Optional<String> managementUrl) {

  /** Refuses a delivery limit of queues that have none, and an address that is none. */
  public RabbitTopologyConfig {
    bindings = List.copyOf(bindings);
    if (deliveryLimit.isPresent() && type.filter(QueueType.CLASSIC::equals).isPresent()) {
      throw new InvalidSetting("deliveryLimit", "only quorum queues have one; remove it");
    }
    managementUrl.ifPresent(ManagementApi::address);
  }
}
