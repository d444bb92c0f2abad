package dev.sluice.rabbitmq;

import dev.sluice.progress.LaneRef;
import java.util.Optional;

/**
 * One queue through all generations of its lane. On the source's thread only, but for what is known
 * of the queue, which is found out while nothing of it is open.
 */
final class QueueLane {
  private final String queue;
  private final Redial redial;
  private volatile QueueFacts facts;
  private volatile Optional<String> refusal = Optional.empty();
  private long generation;
  private State state = new Idle();

  /** How it stands with a queue. */
  sealed interface State {

    /** Nothing is to come of it by itself any more. */
    default void leave() {}
  }

  /** There is no connection, or no need. */
  record Idle() implements State {}

  /**
   * It is tried again soon.
   *
   * @param forget does not
   */
  record Waiting(Runnable forget) implements State {
    @Override
    public void leave() {
      forget.run();
    }
  }

  /**
   * It is consumed.
   *
   * @param lane on which channel
   * @param sinceNanos since when, of the monotonic clock
   */
  record Consumed(OpenLane lane, long sinceNanos) implements State {}

  /**
   * It can't be consumed, as people must see: it is not there, or not what it must be.
   *
   * @param shown the generation that stands still
   * @param why for people
   * @param forget does not look again
   */
  record Stopped(LaneRef shown, String why, Runnable forget) implements State {
    @Override
    public void leave() {
      forget.run();
    }
  }

  QueueLane(String queue, Redial redial) {
    this.queue = queue;
    this.redial = redial;
  }

  String queue() {
    return queue;
  }

  /** The pauses between tries to open it. */
  Redial redial() {
    return redial;
  }

  QueueFacts facts() {
    return facts;
  }

  /** Why it can't be consumed as it is, if it can't. */
  Optional<String> refusal() {
    return refusal;
  }

  /** It is like this, and may be consumed. */
  void known(QueueFacts found) {
    facts = found;
    refusal = Optional.empty();
  }

  /** It may not be consumed. */
  void refused(String why) {
    refusal = Optional.of(why);
  }

  /** The lane as it will be owned next. */
  LaneRef next() {
    return new LaneRef(queue, ++generation);
  }

  State state() {
    return state;
  }

  /** What was to come of the state before does not. */
  void become(State next) {
    state.leave();
    state = next;
  }

  /** As it is consumed now, or null. */
  OpenLane open() {
    return state instanceof Consumed consumed ? consumed.lane() : null;
  }
}
