package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a source: made once within the time of the start, and made again for as long as
 * the source lives. On the source's thread only.
 */
final class Session {
  private static final Logger LOGGER = LoggerFactory.getLogger(Session.class);
  private static final Duration DIAL = Duration.ofSeconds(10);

  private final SourceThread thread;
  private final Clock clock;
  private final QueueLanes lanes;
  private final LaneKeeping keeping;
  private final Dialer dialer;
  private final Dialer.Preparation topology;
  private final Redial redial;
  private FirstConnection first;
  private Connection connection;
  private long connectedNanos;
  private boolean leaving;

  /**
   * @param topology sees to the queues on a new connection, and tells the lanes what they are
   */
  Session(
      SourceThread thread,
      Clock clock,
      QueueLanes lanes,
      LaneKeeping keeping,
      Dialer dialer,
      Dialer.Preparation topology,
      Redial redial) {
    this.thread = thread;
    this.clock = clock;
    this.lanes = lanes;
    this.keeping = keeping;
    this.dialer = dialer;
    this.topology = topology;
    this.redial = redial;
  }

  /**
   * Connects for the first time: goes on trying while the broker is away, and gives up at once when
   * somebody must mend something.
   *
   * @return completes when every queue is consumed
   */
  Future<Void> open(FirstConnection wanted) {
    first = wanted;
    keeping.atFirst(this::consumed, first::failed);
    dial();
    return wanted.future();
  }

  private boolean over() {
    return leaving || first.givenUp();
  }

  private void dial() {
    if (over()) {
      return;
    }
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
    if (leaving || !first.failed(why)) {
      return;
    }
    Duration pause = redial.pause();
    LOGGER.warn("no connection, the next try is in {} ms: {}", pause.toMillis(), why.getMessage());
    thread.after(pause, this::dial);
  }

  private void connectedTo(Connection made) {
    if (over()) {
      made.abort(0);
      return;
    }
    connection = made;
    connectedNanos = clock.nanos();
    made.addShutdownListener(cause -> thread.run(() -> disconnected(made, cause)));
    LOGGER.info("connected to {}:{}", made.getAddress().getHostAddress(), made.getPort());
    keeping.connected(made);
  }

  private void consumed() {
    if (lanes.complete()) {
      keeping.atFirst(() -> {}, failure -> true);
      first.made();
    }
  }

  private void disconnected(Connection gone, ShutdownSignalException cause) {
    if (connection != gone) {
      return;
    }
    connection = null;
    if (clock.since(connectedNanos).compareTo(LaneKeeping.LIVED) >= 0) {
      redial.reset();
    }
    keeping.disconnected(cause);
    if (!over()) {
      LOGGER.warn(
          "the connection is lost: {}; what runs goes on, and what it would settle comes again",
          Causes.text(cause));
      thread.after(redial.pause(), this::dial);
    }
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
    return keeping.stopIntake();
  }

  /** Leaves: the broker has taken back what was not answered when it returns. */
  void close(Duration within) {
    leave();
    dialer.close();
    Connection closing = connection;
    connection = null;
    keeping.close();
    if (closing != null) {
      try {
        closing.close((int) Math.max(1, within.toMillis()));
      } catch (IOException | ShutdownSignalException e) {
        LOGGER.debug("the connection has ended by itself", e);
      }
    }
  }
}
