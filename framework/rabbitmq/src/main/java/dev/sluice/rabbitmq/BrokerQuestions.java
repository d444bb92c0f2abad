package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.sluice.api.InvalidSetup;
import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Asks a broker something on a connection made for it. Blocks.
 *
 * @param access who asks
 * @param name what the connection is called at the broker
 */
record BrokerQuestions(BrokerAccess access, String name) {
  private static final int CLOSE_MILLIS = 1_000;
  private static final Duration AGAIN = Duration.ofMillis(200);

  /** What is asked. */
  @FunctionalInterface
  interface Question {
    /**
     * Asks it.
     *
     * @throws IOException when the broker ends the channel, or is lost
     */
    void ask(Channel channel) throws IOException;
  }

  /**
   * Asks.
   *
   * @param within give up connecting after this
   * @throws InvalidSetup when no host can be reached, or one refuses what the operator has set up
   * @throws IOException what the question throws
   */
  void run(Question question, Duration within) throws IOException {
    ExecutorService callbacks = DaemonThreads.named("sluice-rabbitmq-question");
    Connection connection = connected(callbacks, within);
    try {
      Channel channel = connection.createChannel();
      if (channel == null) {
        throw new IOException(Depths.NO_CHANNEL);
      }
      question.ask(channel);
    } finally {
      connection.abort(CLOSE_MILLIS);
    }
  }

  /** A broker that is starting is waited for, as long as there is time. */
  private Connection connected(ExecutorService callbacks, Duration within) {
    Clock clock = new SystemClock();
    long begin = clock.nanos();
    AnyHost hosts = new AnyHost(access, name, callbacks);
    while (true) {
      Duration left = within.minus(clock.since(begin));
      try {
        return hosts.connect(left.compareTo(AGAIN) < 0 ? AGAIN : left);
      } catch (IOException e) {
        if (left.compareTo(AGAIN) <= 0 || !passed(AGAIN)) {
          throw new InvalidSetup(
              access.key()
                  + ": no connection to "
                  + access.address()
                  + " within "
                  + within.toMillis()
                  + " ms: "
                  + Causes.text(e)
                  + "\nFix: check that the broker runs and that url names its host and port",
              e);
        }
      }
    }
  }

  /** Waits; false when this thread shall end. */
  private static boolean passed(Duration pause) {
    try {
      var unused = new CountDownLatch(1).await(pause.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
