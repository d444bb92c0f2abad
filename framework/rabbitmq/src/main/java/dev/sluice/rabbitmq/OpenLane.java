package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.progress.LaneRef;
import dev.sluice.rabbitmq.UnackedTags.Act;
import dev.sluice.rabbitmq.UnackedTags.Answer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One queue as it is consumed on one channel: a generation of its lane. What was delivered on this
 * channel is answered on it or not at all. On the source's thread only, but for what says
 * otherwise.
 */
final class OpenLane {
  /** A consumer that is given nothing. */
  static final Map<String, Object> NOTHING =
      Map.of("x-credit", Map.of("credit", 0L, "drain", false));

  private final LaneShape shape;
  private final QueueFacts facts;
  private final Channel channel;
  private final Intake intake;
  private final Held held;
  private final int prefetch;
  private final UnackedTags tags = new UnackedTags();
  private final List<Stretch> waiting = new ArrayList<>();
  private String consumer;
  private boolean leaving;

  OpenLane(
      LaneShape shape, QueueFacts facts, Channel channel, Intake intake, Held held, int prefetch) {
    this.shape = shape;
    this.facts = facts;
    this.channel = channel;
    this.intake = intake;
    this.held = held;
    this.prefetch = prefetch;
  }

  LaneRef ref() {
    return shape.ref();
  }

  String queue() {
    return shape.queue();
  }

  long base() {
    return shape.base();
  }

  Channel channel() {
    return channel;
  }

  Intake intake() {
    return intake;
  }

  /** What has come and is not answered. Safe from any thread. */
  Held held() {
    return held;
  }

  /** The position after the last record that has come. Safe from any thread. */
  long end() {
    return shape.position(held.next());
  }

  /**
   * Begins to consume, after the bound on what the broker delivers ahead.
   *
   * @param tag names the consumer to people
   * @throws IOException when the broker refuses or is gone
   */
  void consume(String tag) throws IOException {
    channel.basicQos(prefetch);
    consumer = channel.basicConsume(shape.queue(), false, tag, intake);
  }

  /**
   * Ends the consumer; the channel and what it holds stay. What nobody has taken is handed back.
   *
   * @return completes on any thread when the engine gets nothing more
   */
  Future<Void> stopIntake() {
    leaving = true;
    Future<Void> taken = intake.end();
    try {
      channel.basicCancel(consumer);
    } catch (IOException | ShutdownSignalException e) {
      // Gone with its channel: nothing comes any more.
      intake.handleCancelOk(consumer);
    }
    return taken;
  }

  /**
   * Hands back what nobody has taken, and all that was to be handed back before; once the broker
   * has confirmed the end of the consumer.
   */
  void handBackRest() throws IOException {
    handBackWaiting();
    for (Deliveries each : intake.rest()) {
      handBack(new Stretch(each.firstTag(), each.nextTag()));
    }
  }

  /** Acknowledges a stretch, by positions. Sent, not known to have arrived. */
  void acknowledge(long from, long next) throws IOException {
    send(Answer.ACK, shape.tag(from), shape.tag(next));
  }

  /**
   * Hands a stretch back, by positions: soon, not at once, while the consumer is there. The broker
   * would deliver it here again, and a stop may be about to begin, whose way to hand back is
   * another one.
   */
  void giveBack(long from, long next) throws IOException {
    Stretch stretch = new Stretch(shape.tag(from), shape.tag(next));
    if (leaving) {
      handBack(stretch);
    } else {
      waiting.add(stretch);
    }
  }

  /** Hands back what was to be; called now and then. */
  void handBackWaiting() throws IOException {
    for (Stretch each : waiting) {
      handBack(each);
    }
    waiting.clear();
  }

  private void handBack(Stretch stretch) throws IOException {
    // A quorum queue puts what is handed back by itself at its end; the end of the channel puts
    // everything back to where it was.
    if (facts.type() == QueueType.CLASSIC || !leaving) {
      send(Answer.REQUEUE, stretch.from(), stretch.next());
    }
  }

  private record Stretch(long from, long next) {}

  private void send(Answer answer, long from, long next) throws IOException {
    List<Act> acts = tags.answer(answer, from, next);
    for (Act act : acts) {
      if (answer == Answer.ACK) {
        channel.basicAck(act.tag(), act.multiple());
      } else {
        channel.basicNack(act.tag(), act.multiple(), true);
      }
    }
    if (!acts.isEmpty()) {
      held.answered(from, next, tags::open);
    }
  }

  /** The message at a position, if it is held and not answered. */
  Optional<Deliveries> message(long position) {
    return tags.open(shape.tag(position)) ? held.holding(shape.tag(position)) : Optional.empty();
  }

  long tag(long position) {
    return shape.tag(position);
  }

  /** Whether the broker still waits for an answer to a delivery. */
  boolean open(long tag) {
    return tags.open(tag);
  }

  /**
   * Completes, on any thread, when the broker has seen all that was sent on this channel before;
   * fails when the channel has ended instead.
   *
   * <p>During a stop a quorum queue is waited for itself. Its channel sends what it is told on to
   * the queue, keeps back what comes too fast, and forgets that with its end, although it has
   * answered every method since. To begin and to end a consumer it waits for the queue, and what
   * was kept back is sent between the two.
   */
  Future<Void> confirmed() {
    if (facts.type() == QueueType.QUORUM && leaving) {
      try {
        // A broker that does not know credit gives the consumer one message and no more.
        channel.basicQos(1);
        String settling =
            channel.basicConsume(
                shape.queue(),
                false,
                consumer + "/settles",
                false,
                false,
                NOTHING,
                new DefaultConsumer(channel));
        channel.basicCancel(settling);
      } catch (IOException | ShutdownSignalException e) {
        return Future.failedFuture(e);
      }
    }
    return answered();
  }

  private Future<Void> answered() {
    Promise<Void> promise = Promise.promise();
    try {
      CompletableFuture<Command> answer =
          channel.asyncCompletableRpc(new AMQP.Basic.Qos.Builder().prefetchCount(prefetch).build());
      var unused =
          answer.whenComplete(
              (command, failure) -> {
                if (failure == null) {
                  promise.complete();
                } else {
                  promise.fail(failure);
                }
              });
    } catch (IOException | ShutdownSignalException e) {
      promise.fail(e);
    }
    return promise.future();
  }
}
