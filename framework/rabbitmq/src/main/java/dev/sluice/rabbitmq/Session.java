package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.api.InvalidSetup;
import dev.sluice.progress.ResumePoint;
import dev.sluice.spi.Engine;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a source and the lanes on it: opens them, hears of their ends, and opens them
 * again for as long as the source lives. On the source's thread only.
 */
final class Session implements LaneOpening.Listener {
  private static final Logger LOGGER = LoggerFactory.getLogger(Session.class);
  private static final Duration DIAL = Duration.ofSeconds(10);

  private final SourceThread thread;
  private final Engine engine;
  private final QueueLanes lanes;
  private final LaneOpening opening;
  private final Dialer dialer;
  private final Dialer.Preparation topology;
  private final Redial redial;
  private final LaneEnds ends;
  private FirstConnection first;
  private Connection connection;
  private boolean leaving;

  /**
   * @param topology sees to the queues on a new connection, and tells the lanes what they are
   */
  Session(
      SourceThread thread,
      Engine engine,
      QueueLanes lanes,
      LaneOpening opening,
      Dialer dialer,
      Dialer.Preparation topology,
      Redial redial,
      LaneEnds ends) {
    this.thread = thread;
    this.engine = engine;
    this.lanes = lanes;
    this.opening = opening;
    this.dialer = dialer;
    this.topology = topology;
    this.redial = redial;
    this.ends = ends;
  }

  /**
   * Connects for the first time: goes on trying while the broker is away, and gives up at once when
   * somebody must mend something.
   */
  Future<Void> open(FirstConnection wanted) {
    first = wanted;
    dial();
    return wanted.future();
  }

  private void dial() {
    dialer.dial(
        DIAL.compareTo(first.within()) < 0 ? DIAL : first.within(),
        topology,
        new Dialer.Outcome() {
          @Override
          public boolean connected(Connection made) {
            return thread.run(() -> connectedTo(made));
          }

          @Override
          public void failed(Exception why) {
            thread.run(() -> notConnected(why));
          }
        });
  }

  private void notConnected(Exception why) {
    if (leaving || !first.tryAgain(why)) {
      return;
    }
    Duration pause = redial.pause();
    LOGGER.warn("no connection, the next try is in {} ms: {}", pause.toMillis(), why.getMessage());
    thread.after(pause, this::dial);
  }

  private void connectedTo(Connection made) {
    if (leaving || first.givenUp()) {
      made.abort(0);
      return;
    }
    connection = made;
    redial.reset();
    made.addShutdownListener(cause -> thread.run(() -> disconnected(made, cause)));
    LOGGER.info("connected to {}:{}", made.getAddress().getHostAddress(), made.getPort());
    lanes.all().forEach(this::openLane);
    first.made();
  }

  private void disconnected(Connection gone, ShutdownSignalException cause) {
    if (connection != gone) {
      return;
    }
    connection = null;
    for (QueueLane lane : lanes.all()) {
      if (lane.open() != null) {
        lose(lane, cause);
      }
    }
    if (!leaving) {
      LOGGER.warn(
          "the connection is lost: {}; what runs goes on, and what it would settle comes again",
          Causes.text(cause));
      thread.after(redial.pause(), this::dial);
    }
  }

  private void openLane(QueueLane lane) {
    if (leaving || connection == null || lane.open() != null) {
      return;
    }
    OpenLane opened = null;
    try {
      opened = opening.open(connection, lane, this);
      lanes.opened(lane, opened);
      unstop(lane);
      opening.consume(opened);
      lane.redial().reset();
    } catch (IOException | ShutdownSignalException e) {
      if (lane.open() != null && lane.open() == opened) {
        ended(lane, e);
      } else if (opened == null && connection != null && connection.isOpen()) {
        LOGGER.warn("{} can't be consumed: {}", lane.queue(), Causes.text(e));
        again(lane);
      }
    }
  }

  private void unstop(QueueLane lane) {
    if (lane.stopped() != null) {
      engine.lanesLost(Set.of(lane.stopped()));
      lane.stopped(null);
    }
  }

  private void again(QueueLane lane) {
    thread.after(lane.redial().pause(), () -> openLane(lane));
  }

  @Override
  public void ended(OpenLane open, Throwable cause) {
    thread.run(
        () ->
            lanes.all().stream()
                .filter(lane -> lane.open() == open)
                .forEach(lane -> ended(lane, cause)));
  }

  /** A channel has ended, maybe with its connection, which is then heard of by itself. */
  private void ended(QueueLane lane, Throwable cause) {
    OpenLane gone = lose(lane, cause);
    if (leaving || connection == null || !connection.isOpen()) {
      return;
    }
    ShutdownSignalException signal = Causes.signal(cause);
    if (signal != null && Causes.notFound(signal)) {
      stop(lane, Causes.text(cause));
    } else {
      ends.say(gone, cause);
    }
    again(lane);
  }

  private OpenLane lose(QueueLane lane, Throwable cause) {
    OpenLane gone = lanes.lost(lane);
    try {
      gone.channel().abort();
    } catch (IOException e) {
      LOGGER.debug("a channel that has ended can't be closed", e);
    }
    engine.lanesLost(Set.of(gone.ref()));
    LOGGER.debug("lane {} has ended", gone.ref(), cause);
    return gone;
  }

  /** Its queue is gone. The lane shows it, and the worker looks again and again. */
  private void stop(QueueLane lane, String why) {
    dev.sluice.progress.LaneRef still = lane.next();
    engine.laneOpened(still, ResumePoint.at(0));
    engine.laneFailed(
        still,
        new InvalidSetup(
            "the queue "
                + lane.queue()
                + " is gone ("
                + why
                + "); it is consumed again as soon as it is there"));
    lane.stopped(still);
  }

  @Override
  public void cancelled(OpenLane open) {
    thread.run(
        () -> {
          for (QueueLane lane : lanes.all()) {
            if (lane.open() == open && !leaving) {
              ends.cancelled(open);
              lose(lane, new IOException("the broker has cancelled the consumer"));
              openLane(lane);
            }
          }
        });
  }

  /** Whether every queue is consumed. */
  boolean complete() {
    return lanes.all().stream().allMatch(lane -> lane.open() != null);
  }

  /** The connection, or null while there is none. */
  Connection connection() {
    return connection;
  }

  private void leave() {
    leaving = true;
    if (first != null) {
      first.abandon();
    }
  }

  /** Ends all consumers and connects no more. Channels stay as they are. */
  Future<Void> stopIntake() {
    leave();
    List<Future<Void>> ending = new ArrayList<>();
    for (OpenLane lane : lanes.open()) {
      ending.add(lane.stopIntake());
      lane.intake().silent().onComplete(silent -> thread.run(() -> handBackRest(lane)));
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

  /** Leaves: the broker has taken back what was not answered when it returns. */
  void close(Duration within) {
    leave();
    dialer.close();
    Connection closing = connection;
    connection = null;
    if (closing != null) {
      for (QueueLane lane : lanes.all()) {
        if (lane.open() != null) {
          lanes.lost(lane);
        }
      }
      try {
        closing.close((int) Math.max(1, within.toMillis()));
      } catch (IOException | ShutdownSignalException e) {
        LOGGER.debug("the connection has ended by itself", e);
      }
    }
  }
}
