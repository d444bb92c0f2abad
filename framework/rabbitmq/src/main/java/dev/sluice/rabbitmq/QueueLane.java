package dev.sluice.rabbitmq;

import dev.sluice.progress.LaneRef;

/** One queue through all generations of its lane. On the source's thread only. */
final class QueueLane {
  private final String queue;
  private final Redial redial;
  private QueueFacts facts;
  private long generation;
  private OpenLane open;
  private LaneRef stopped;

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

  void facts(QueueFacts known) {
    facts = known;
  }

  /** The lane as it will be owned next. */
  LaneRef next() {
    return new LaneRef(queue, ++generation);
  }

  /** As it is consumed now, or null. */
  OpenLane open() {
    return open;
  }

  void open(OpenLane opened) {
    open = opened;
  }

  /** The generation that stands still because the queue is gone, or null. */
  LaneRef stopped() {
    return stopped;
  }

  void stopped(LaneRef lane) {
    stopped = lane;
  }
}
