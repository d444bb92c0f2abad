package dev.sluice.rabbitmq;

import dev.sluice.api.InvalidSetup;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.time.Duration;

/**
 * The wait for a source's first connection. It is over with that connection, at once when somebody
 * must mend something, and when its time is up. On the source's thread only.
 */
final class FirstConnection {
  private final Promise<Void> opened = Promise.promise();
  private final BrokerAddress address;
  private final Duration within;
  private final Runnable forget;
  private String last = "no host has answered yet";

  /** Begins to wait. */
  FirstConnection(SourceThread thread, BrokerAddress address, Duration within) {
    this.address = address;
    this.within = within;
    this.forget = thread.after(within, this::timeIsUp);
  }

  /** Fails with {@link InvalidSetup} unless there is a connection in time. */
  Future<Void> future() {
    return opened.future();
  }

  /** How long a try may take at most. */
  Duration within() {
    return within;
  }

  /** Whether nobody wants a connection any more. */
  boolean givenUp() {
    return opened.future().failed();
  }

  /** There is one. */
  void made() {
    forget.run();
    opened.tryComplete();
  }

  /**
   * A try has failed, of the connection or of a queue on it.
   *
   * @return false when there is no use in another
   */
  boolean failed(Exception why) {
    if (opened.future().isComplete() || why instanceof IOException) {
      last = why.getMessage();
      return !givenUp();
    }
    end(why);
    return false;
  }

  private void timeIsUp() {
    end(
        new InvalidSetup(
            RabbitSource.KEY
                + ": no connection to "
                + address
                + " within "
                + within.toMillis()
                + " ms; the last try: "
                + last
                + "\nFix: check that the broker runs and that url names its host and port"));
  }

  /** The source stops: nobody waits any longer. */
  void abandon() {
    end(new IllegalStateException("stopped before it was open"));
  }

  private void end(Exception why) {
    forget.run();
    opened.tryFail(why);
  }
}
