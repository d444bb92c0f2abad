package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at one queue after the other. Blocks; for one thread. */
final class QueueLooks {
  private static final Logger LOGGER = LoggerFactory.getLogger(QueueLooks.class);

  private final QueueRules rules;
  private final Asking asking;
  private final Optional<ManagementApi> management;

  /**
   * @param management where policies are seen
   */
  QueueLooks(QueueRules rules, Asking asking, Optional<ManagementApi> management) {
    this.rules = rules;
    this.asking = asking;
    this.management = management;
  }

  /**
   * What is known of a queue of the source.
   *
   * @throws InvalidSetup when it does not exist or can't be worked on
   */
  QueueFacts queue(String queue) throws IOException {
    if (waiting(queue).isEmpty()) {
      throw missing(queue);
    }
    return leading(facts(queue, found(queue)));
  }

  /**
   * Looks at a queue that letters stand in.
   *
   * @return why nothing is known of it, if so
   * @throws InvalidSetup when it would lose letters
   */
  Optional<String> letters(String queue) throws IOException {
    QueueInquiry.Result result = found(queue);
    if (result instanceof QueueInquiry.Unknown unknown) {
      return Optional.of(unknown.why());
    }
    if (result instanceof QueueInquiry.Gone) {
      throw new IOException(rules.called(queue) + " was deleted just now");
    }
    var unused = leading(facts(queue, result));
    return Optional.empty();
  }

  /** Refuses a queue that drops messages into nothing. */
  private QueueFacts leading(QueueFacts facts) throws IOException {
    if (facts.deliveryLimit().isPresent()
        && facts.deadLetterExchange().isPresent()
        && !exists(facts.deadLetterExchange().get())) {
      throw rules.refused(
          facts.name(),
          "has a delivery limit of "
              + facts.deliveryLimit().getAsInt()
              + ", and its dead-letter exchange '"
              + facts.deadLetterExchange().get()
              + "' does not exist: what reaches the limit is lost",
          "create the exchange, and a queue that is bound to it");
    }
    return facts;
  }

  private QueueFacts facts(String queue, QueueInquiry.Result result) {
    if (result instanceof QueueInquiry.Known known) {
      if (!known.details().durable()) {
        LOGGER.warn("{} is not durable: it is gone when its broker restarts", rules.called(queue));
      }
      return rules.judged(queue, known.details());
    }
    if (result instanceof QueueInquiry.Unknown unknown) {
      return rules.declared(queue, unknown.why());
    }
    throw result instanceof QueueInquiry.Locked ? locked(queue) : missing(queue);
  }

  /**
   * Whether a delay queue brings messages back; what can't be known of one that exists is taken for
   * granted.
   *
   * @throws InvalidSetup when it does not
   */
  void delayQueue(String queue, Duration delay) throws IOException {
    String name = DelayQueues.name(queue, delay);
    DelayQueueRules judge = new DelayQueueRules(rules);
    if (waiting(name).isEmpty()) {
      throw judge.missing(queue, delay);
    }
    QueueInquiry.Result result = found(name);
    if (result instanceof QueueInquiry.Known known) {
      judge.judged(queue, delay, known.details());
    } else if (result instanceof QueueInquiry.Gone) {
      throw judge.missing(queue, delay);
    }
  }

  /**
   * How many messages and consumers a queue has.
   *
   * @return empty when it does not exist
   * @throws InvalidSetup when it belongs to another connection
   */
  Optional<AMQP.Queue.DeclareOk> waiting(String queue) throws IOException {
    try {
      return Optional.of(
          (AMQP.Queue.DeclareOk)
              asking.ask(new AMQP.Queue.Declare.Builder().queue(queue).passive(true).build()));
    } catch (Refused e) {
      if (Causes.notFound(e.signal())) {
        return Optional.empty();
      }
      if (Causes.locked(e.signal())) {
        throw locked(queue);
      }
      if (Causes.refused(e.signal())) {
        throw rules.refused(
            queue, "may not be looked at: " + e.said(), "give the user rights to read it");
      }
      throw new IOException(rules.called(queue) + " can't be looked at now: " + e.said(), e);
    }
  }

  /** What can be found out about a queue. */
  QueueInquiry.Result found(String queue) throws IOException {
    if (management.isPresent()) {
      return management
          .get()
          .queue(queue, asking.left())
          .<QueueInquiry.Result>map(QueueInquiry.Known::new)
          .orElseGet(QueueInquiry.Gone::new);
    }
    return new QueueInquiry(asking, rules.vhost()).about(queue);
  }

  /** Whether an exchange exists; one that may not be asked about does. */
  boolean exists(String exchange) throws IOException {
    if (exchange.isEmpty()) {
      return true;
    }
    try {
      asking.ask(new AMQP.Exchange.Declare.Builder().exchange(exchange).passive(true).build());
      return true;
    } catch (Refused e) {
      return !Causes.notFound(e.signal());
    }
  }

  private InvalidSetup locked(String queue) {
    return rules.refused(
        queue,
        "is exclusive to another connection, and goes with it",
        "name a queue that is not exclusive");
  }

  private InvalidSetup missing(String queue) {
    return rules.refused(
        queue, "does not exist", "create it, or set declare: true for the worker to make it");
  }
}
