package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import dev.sluice.api.InvalidSetup;
import java.io.IOException;

/** Makes what a plan has and the broker has not. What exists must be as planned. Blocks. */
final class TopologyMaking {
  private final TopologyPlan plan;
  private final QueueRules rules;
  private final Asking asking;

  TopologyMaking(TopologyPlan plan, QueueRules rules, Asking asking) {
    this.plan = plan;
    this.rules = rules;
    this.asking = asking;
  }

  /**
   * Makes it. Exchanges come first, so that a queue never drops a message into nothing.
   *
   * @throws InvalidSetup when something exists and is different, or this user may not make it
   * @throws IOException when the broker does not answer
   */
  void make() throws IOException {
    for (TopologyPlan.Exchange exchange : plan.exchanges()) {
      made(
          "the exchange '" + exchange.name() + "'",
          new AMQP.Exchange.Declare.Builder()
              .exchange(exchange.name())
              .type(exchange.type())
              .durable(true)
              .build());
    }
    for (TopologyPlan.Queue queue : plan.queues()) {
      made(
          "the queue '" + queue.name() + "'",
          new AMQP.Queue.Declare.Builder()
              .queue(queue.name())
              .durable(true)
              .arguments(queue.arguments())
              .build());
    }
    for (TopologyPlan.Binding binding : plan.bindings()) {
      made(
          "the binding of '" + binding.queue() + "' to '" + binding.exchange() + "'",
          new AMQP.Queue.Bind.Builder()
              .queue(binding.queue())
              .exchange(binding.exchange())
              .routingKey(binding.routingKey())
              .build());
    }
  }

  private void made(String what, Method declaration) throws IOException {
    try {
      asking.ask(declaration);
    } catch (Refused e) {
      throw explained(what, e);
    }
  }

  private InvalidSetup explained(String what, Refused refused) {
    String fix;
    if (Causes.refused(refused.signal())) {
      fix =
          "grant the user '"
              + plan.config().address().user()
              + "' the permission to configure it, to read queues that are bound and to write to"
              + " exchanges, or set declare: false and have it made by somebody else";
    } else if (Causes.preconditionFailed(refused.signal())) {
      fix =
          "change topology to what exists, or remove it once it is empty and let it be made anew, or"
              + " set declare: false, which only looks whether it can be used";
    } else {
      fix = "mend what the broker says, or set declare: false and have it made by somebody else";
    }
    return new InvalidSetup(
        RabbitSource.KEY
            + ".declare: "
            + what
            + " in the virtual host '"
            + rules.vhost()
            + "' of "
            + rules.place()
            + " can't be made as declared: "
            + refused.said()
            + "\nFix: "
            + fix,
        refused);
  }
}
