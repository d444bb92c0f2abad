package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes connections on a thread of its own, one at a time, so that a broker that does not answer
 * holds up nothing else. Each try goes to the next host.
 */
final class Dialer {
  private static final Logger LOGGER = LoggerFactory.getLogger(Dialer.class);

  private static final int ABORT_MILLIS = 1_000;

  private final Connecting connecting;
  private final List<BrokerAddress.Host> hosts;
  private final ExecutorService callbacks;
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(task -> daemon(task, "sluice-rabbitmq-dialer"));
  private int next;

  /**
   * @param callbacks runs what connections call back
   */
  Dialer(Connecting connecting, List<BrokerAddress.Host> hosts, ExecutorService callbacks) {
    this.connecting = connecting;
    this.hosts = hosts;
    this.callbacks = callbacks;
  }

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** What becomes of a try; called on the dialer's thread. */
  interface Outcome {

    /**
     * It works.
     *
     * @return false when nobody wants it any more: it is closed then
     */
    boolean connected(Connection connection);

    /** It does not. */
    void failed(Exception why);
  }

  /** Work on a connection that is part of making it. */
  @FunctionalInterface
  interface Preparation {
    void prepare(Connection connection) throws IOException;
  }

  /**
   * Tries the next host.
   *
   * @param preparation what must succeed on the new connection, too
   */
  void dial(Duration within, Preparation preparation, Outcome outcome) {
    run(() -> connect(within, preparation, outcome));
  }

  /** Does something that must not be done while a connection is made, and may block. */
  void run(Runnable action) {
    try {
      executor.execute(action);
    } catch (RejectedExecutionException e) {
      LOGGER.debug("not done: the source closes");
    }
  }

  private void connect(Duration within, Preparation preparation, Outcome outcome) {
    BrokerAddress.Host host = hosts.get(next++ % hosts.size());
    Connection connection = null;
    try {
      connection = connecting.to(host, callbacks, within);
      preparation.prepare(connection);
      if (!outcome.connected(connection)) {
        connection.abort(ABORT_MILLIS);
      }
    } catch (IOException | InvalidSetup e) {
      LOGGER.debug("no connection to {}", host, e);
      if (connection != null) {
        connection.abort(ABORT_MILLIS);
      }
      outcome.failed(
          e instanceof IOException ? new IOException(host + ": " + Causes.text(e), e) : e);
    } catch (RuntimeException e) {
      if (connection != null) {
        connection.abort(ABORT_MILLIS);
      }
      LOGGER.error("a fault while connecting to {}", host, e);
      outcome.failed(new IOException("a fault while connecting to " + host + ": " + e, e));
    }
  }

  /** Lets the try that runs end by itself; its connection is closed then. */
  void close() {
    executor.shutdown();
  }
}
