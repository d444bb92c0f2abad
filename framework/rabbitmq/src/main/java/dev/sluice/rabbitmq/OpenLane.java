package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.progress.LaneRef;
import dev.sluice.rabbitmq.UnackedTags.Act;
import dev.sluice.rabbitmq.UnackedTags.Answer;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One queue as it is consumed on one channel: a generation of its lane. What was delivered on this
 * channel is answered on it or not at all. On the source's thread only, but for what says
 * otherwise.
 */
final class OpenLane {
  private final LaneShape shape;
  private final QueueFacts facts;
  private final Channel channel;
  private final Intake intake;
  private final Held held;
  private final int prefetch;
  private final UnackedTags tags = new UnackedTags();
  private final List<Stretch> waiting = new ArrayList<>();
  private final Confirmations confirmations;
  private String consumer;
  private boolean unseen;
  private boolean leaving;

  OpenLane(
      SourceThread thread,
      LaneShape shape,
      QueueFacts facts,
      Channel channel,
      Intake intake,
      Held held,
      int prefetch) {
    this.confirmations = new Confirmations(thread, channel, shape.queue(), prefetch);
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
      unseen = true;
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
   * Completes, on the source's thread, when the broker has answered on this channel; fails when the
   * channel has ended instead.
   */
  Future<Void> answered() {
    return confirmations.ask(false);
  }

  /**
   * Completes, on the source's thread, when the broker has seen all that was sent on this channel
   * before; fails when the channel has ended instead. During a stop the queue itself must have.
   */
  Future<Void> confirmed() {
    return queueMustSee()
        ? seenByTheQueue()
        // A stop that has begun meanwhile asks more of those who asked before it.
        : answered()
            .compose(answer -> queueMustSee() ? seenByTheQueue() : Future.succeededFuture());
  }

  private boolean queueMustSee() {
    return facts.type() == QueueType.QUORUM && leaving && unseen;
  }

  private Future<Void> seenByTheQueue() {
    unseen = false;
    return confirmations.ask(true);
  }
}
