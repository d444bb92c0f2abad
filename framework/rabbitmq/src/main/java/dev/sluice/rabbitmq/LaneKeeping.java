package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.api.InvalidSetup;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.spi.Engine;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps every queue consumed on the connection there is: opens lanes, hears of their ends, and
 * opens them again. On the source's thread only.
 */
final class LaneKeeping implements LaneOpening.Listener {
  private static final Logger LOGGER = LoggerFactory.getLogger(LaneKeeping.class);

  /** What has lived for so long has worked: the next pause is a short one again. */
  static final Duration LIVED = Duration.ofSeconds(10);

  private final SourceThread thread;
  private final Engine engine;
  private final Clock clock;
  private final QueueLanes lanes;
  private final LaneOpening opening;
  private final KnownQueues known;
  private final Dialer dialer;
  private final LaneEnds ends;
  private Predicate<Exception> failed = failure -> true;
  private Runnable consumed = () -> {};
  private Connection connection;
  private boolean leaving;

  LaneKeeping(
      SourceThread thread,
      Engine engine,
      Clock clock,
      QueueLanes lanes,
      LaneOpening opening,
      KnownQueues known,
      Dialer dialer,
      LaneEnds ends) {
    this.thread = thread;
    this.engine = engine;
    this.clock = clock;
    this.lanes = lanes;
    this.opening = opening;
    this.known = known;
    this.dialer = dialer;
    this.ends = ends;
  }

  /**
   * Who hears of it until every queue has been consumed once.
   *
   * @param one told whenever a queue is consumed
   * @param failure told why one can't be; what it answers is for others
   */
  void atFirst(Runnable one, Predicate<Exception> failure) {
    consumed = one;
    failed = failure;
  }

  /** There is a connection, on which the queues have been seen to. */
  void connected(Connection made) {
    connection = made;
    lanes.all().forEach(this::open);
  }

  /** The connection has ended, and all channels with it. */
  void disconnected(Throwable cause) {
    connection = null;
    for (QueueLane lane : lanes.all()) {
      if (lane.open() != null) {
        lose(lane, cause);
      }
    }
  }

  private void open(QueueLane lane) {
    if (leaving || connection == null || lane.open() != null) {
      return;
    }
    if (lane.refusal().isPresent()) {
      stop(lane, lane.refusal().get());
      return;
    }
    OpenLane opened = null;
    try {
      opened = opening.open(connection, lane, this);
      if (lane.state() instanceof QueueLane.Stopped stopped) {
        engine.lanesLost(Set.of(stopped.shown()));
      }
      lanes.opened(lane, opened, clock.nanos());
      opening.consume(opened);
      consumed.run();
    } catch (IOException | RuntimeException e) {
      if (lane.open() != null && lane.open() == opened) {
        ended(lane, e);
      } else if (connection.isOpen()) {
        LOGGER.warn("{} can't be consumed: {}", lane.queue(), Causes.text(e));
        var unused = failed.test(e instanceof IOException ? e : new IOException(e));
        again(lane);
      }
    }
  }

  private void again(QueueLane lane) {
    lane.become(new QueueLane.Waiting(thread.after(lane.redial().pause(), () -> open(lane))));
  }

  @Override
  public void ended(OpenLane open, Throwable cause) {
    thread.run(() -> endedNow(open, cause));
  }

  /** A lane has ended; without effect when that is known already. On the source's thread. */
  void endedNow(OpenLane open, Throwable cause) {
    for (QueueLane lane : lanes.all()) {
      if (lane.open() == open) {
        ended(lane, cause);
      }
    }
  }

  /** A channel has ended, maybe with its connection, which is then heard of by itself. */
  private void ended(QueueLane lane, Throwable cause) {
    OpenLane gone = lane.open();
    lose(lane, cause);
    if (leaving || connection == null || !connection.isOpen()) {
      return;
    }
    ShutdownSignalException signal = Causes.signal(cause);
    if (signal != null && Causes.notFound(signal)) {
      stop(lane, "the queue " + lane.queue() + " is gone (" + Causes.text(cause) + ")");
      return;
    }
    if (signal != null && Causes.refused(signal)) {
      var unused = failed.test(refused(lane, cause));
    } else {
      var unused = failed.test(new IOException(lane.queue() + ": " + Causes.text(cause), cause));
    }
    ends.say(gone, cause);
    again(lane);
  }

  private static InvalidSetup refused(QueueLane lane, Throwable cause) {
    return new InvalidSetup(
        RabbitSource.KEY
            + ".queues: '"
            + lane.queue()
            + "' can't be consumed: "
            + Causes.text(cause)
            + "\nFix: give the user the right to read the queue, and end an exclusive consumer",
        cause);
  }

  private void lose(QueueLane lane, Throwable cause) {
    OpenLane gone = lane.open();
    if (lane.state() instanceof QueueLane.Consumed consumed
        && clock.since(consumed.sinceNanos()).compareTo(LIVED) >= 0) {
      lane.redial().reset();
    }
    lanes.lost(lane);
    try {
      gone.channel().abort();
    } catch (IOException e) {
      LOGGER.debug("a channel that has ended can't be closed", e);
    }
    engine.lanesLost(Set.of(gone.ref()));
    LOGGER.debug("lane {} has ended", gone.ref(), cause);
  }

  /** Its queue can't be consumed. The lane shows it, and the worker looks again and again. */
  private void stop(QueueLane lane, String why) {
    var unused = failed.test(new InvalidSetup(why));
    Runnable forget = thread.after(lane.redial().pause(), () -> lookAgain(lane));
    if (lane.state() instanceof QueueLane.Stopped stopped && stopped.why().equals(why)) {
      lane.become(new QueueLane.Stopped(stopped.shown(), why, forget));
      return;
    }
    if (lane.state() instanceof QueueLane.Stopped stopped) {
      engine.lanesLost(Set.of(stopped.shown()));
    }
    LaneRef still = lane.next();
    engine.laneOpened(still, ResumePoint.at(0));
    engine.laneFailed(
        still, new InvalidSetup(why + "; it is consumed again as soon as that is mended"));
    lane.become(new QueueLane.Stopped(still, why, forget));
  }

  private void lookAgain(QueueLane lane) {
    Connection asked = connection;
    if (leaving || asked == null) {
      return;
    }
    dialer.run(
        () -> {
          try {
            known.again(lane, asked);
          } catch (IOException | RuntimeException e) {
            LOGGER.debug("nobody knows what {} is like", lane.queue(), e);
          }
          thread.run(() -> open(lane));
        });
  }

  @Override
  public void cancelled(OpenLane open) {
    thread.run(
        () -> {
          for (QueueLane lane : lanes.all()) {
            if (lane.open() == open && !leaving) {
              ends.cancelled(open);
              lose(lane, new IOException("the broker has cancelled the consumer"));
              again(lane);
            }
          }
        });
  }

  /** The connection, or null while there is none. */
  Connection connection() {
    return connection;
  }

  /** Ends all consumers and opens none any more. Channels stay as they are. */
  Future<Void> stopIntake() {
    leaving = true;
    List<Future<Void>> ending = new ArrayList<>();
    for (QueueLane lane : lanes.all()) {
      OpenLane open = lane.open();
      if (open != null) {
        ending.add(open.stopIntake());
        open.intake().silent().onComplete(silent -> thread.run(() -> handBackRest(open)));
      }
    }
    return Future.join(ending).mapEmpty();
  }

  /** Sends what was to be handed back while the consumers are there. */
  void handBackWaiting() {
    for (OpenLane lane : lanes.open()) {
      try {
        lane.handBackWaiting();
      } catch (IOException | ShutdownSignalException e) {
        LOGGER.debug("the end of the channel of {} hands everything back", lane.ref(), e);
      }
    }
  }

  private static void handBackRest(OpenLane lane) {
    try {
      lane.handBackRest();
    } catch (IOException | ShutdownSignalException e) {
      LOGGER.debug("the end of the channel of {} has handed everything back", lane.ref(), e);
    }
  }

  /** Gives all lanes up, for their connection is about to be closed. */
  void close() {
    leaving = true;
    connection = null;
    for (QueueLane lane : lanes.all()) {
      if (lane.open() != null) {
        lanes.lost(lane);
      } else {
        lane.become(new QueueLane.Idle());
      }
    }
  }
}
