package dev.sluice.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.time.Clock;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts messages that have failed into a delay queue, from which they come again, and acknowledges
 * each as soon as the broker has it there. A delivery has one publish under way at a time: what is
 * not confirmed yet may be stored all the same, and a second one would come back beside it. On the
 * source's thread only.
 */
final class Republishing {
  private static final Logger LOGGER = LoggerFactory.getLogger(Republishing.class);

  private final SourceThread thread;
  private final DelayQueues delays;
  private final ConfirmedPublisher publisher;
  private final Clock clock;
  private final Duration handBackAfter;
  private final Set<Delivery> underWay = new HashSet<>();
  private final Map<String, SparseLine> lines = new HashMap<>();

  private record Delivery(LaneRef lane, long position) {}

  /**
   * @param handBackAfter a message that is held for so long without getting into its delay queue
   *     must go back to its queue
   */
  Republishing(
      SourceThread thread,
      DelayQueues delays,
      ConfirmedPublisher publisher,
      Clock clock,
      Duration handBackAfter) {
    this.thread = thread;
    this.delays = delays;
    this.publisher = publisher;
    this.clock = clock;
    this.handBackAfter = handBackAfter;
  }

  /**
   * Publishes a message again, with one more failed try, and acknowledges it when it is there,
   * whether anybody still waits for that or not.
   *
   * @return completes on the source's thread when its acknowledgement is sent, at once for one that
   *     is answered already; fails when it is not in its delay queue, at once while an earlier
   *     publish of it has no answer yet
   */
  Future<Void> keep(OpenLane lane, Settlement.RetryLater later) {
    Optional<Deliveries> holding = lane.message(later.from());
    if (holding.isEmpty()) {
      return Future.succeededFuture();
    }
    String queue = DelayQueues.name(lane.queue(), delays.delay(later.after()));
    Delivery delivery = new Delivery(lane.ref(), later.from());
    if (!underWay.add(delivery)) {
      String why = "the broker has not confirmed it yet";
      say(lane, queue, why);
      return Future.failedFuture(why);
    }
    long tag = lane.tag(later.from());
    Promise<Void> acknowledged = Promise.promise();
    publisher
        .publish(
            "",
            queue,
            Attempts.failedOnceMore(holding.get().envelope(tag), holding.get().properties(tag)),
            holding.get().body(tag),
            handBackAfter)
        .onComplete(
            answer ->
                thread.run(
                    () -> {
                      underWay.remove(delivery);
                      acknowledged.handle(answered(lane, later, queue, answer));
                    }));
    return acknowledged.future();
  }

  private Future<Void> answered(
      OpenLane lane, Settlement.RetryLater later, String queue, AsyncResult<Void> answer) {
    if (answer.failed()) {
      say(lane, queue, Causes.text(answer.cause()));
      return Future.failedFuture(answer.cause());
    }
    try {
      lane.acknowledge(later.from(), later.next());
      return Future.succeededFuture();
    } catch (IOException | ShutdownSignalException e) {
      return Future.failedFuture(e);
    }
  }

  private void say(OpenLane lane, String queue, String why) {
    String name = lane.ref().name();
    lines
        .computeIfAbsent(name, first -> new SparseLine(clock))
        .happened(
            times ->
                LOGGER.warn(
                    "{} times a message of {} that has failed was not put into its delay queue and"
                        + " stays unsettled; the last one into {}: {}",
                    times,
                    name,
                    queue,
                    why));
  }

  /** Whether a message must go back before the broker takes the channel for it. */
  boolean heldTooLong(OpenLane lane, Settlement.RetryLater later) {
    return lane.message(later.from())
        .filter(held -> clock.since(held.arrivedNanos()).compareTo(handBackAfter) >= 0)
        .isPresent();
  }

  Future<Void> close(Duration within) {
    return publisher.close(within);
  }
}
