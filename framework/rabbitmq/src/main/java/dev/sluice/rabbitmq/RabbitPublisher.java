package dev.sluice.rabbitmq;

import io.vertx.core.Future;

/**
 * Publishes messages from a handler, each confirmed by the broker: {@code
 * services.get(RabbitPublisher.class, "name")} for {@code services.rabbitmq.<name>}. Safe from any
 * thread; never blocks.
 *
 * <p>Wait for the answers before the chunk ends: what a try has published and not waited for may be
 * lost without anybody knowing. A chunk that is tried again publishes again, so that consumers get
 * messages at least once; a message id lets them recognise a repetition.
 *
 * <p>In a drain nothing changes: publishing works until the last try has ended, bounded by the
 * limits of the try as always. Then the publisher is closed, and what has no answer yet fails.
 */
public interface RabbitPublisher {

  /**
   * Publishes a message that must reach a queue. Messages that one thread publishes are sent in
   * their order; one that fails does not hold up those behind it.
   *
   * @param exchange its name; empty for the default exchange, where the routing key names a queue
   * @param routingKey at most 255 bytes
   * @return completes, on the caller's context, when every queue that takes the message has stored
   *     it. Fails with {@link PublishFailed}: when no queue takes it, the broker refuses or rejects
   *     it, {@code confirmWithin} is over, the connection is lost, or too many wait already. A
   *     broker that is away, or blocks publishers, is a dependency that is down: a handler that
   *     fails with this failure loses no attempt
   */
  Future<Void> publish(String exchange, String routingKey, RabbitMessage message);
}
