package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;

/**
 * Asks a broker something on a connection made for it. Blocks.
 *
 * @param access who asks
 * @param name what the connection is called at the broker
 */
record BrokerQuestions(BrokerAccess access, String name) {
  private static final int CLOSE_MILLIS = 1_000;

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
   * @param within give one host up after this
   * @throws InvalidSetup when no host can be reached, or one refuses what the operator has set up
   * @throws IOException what the question throws
   */
  void run(Question question, Duration within) throws IOException {
    ExecutorService callbacks = DaemonThreads.named("sluice-rabbitmq-question");
    try {
      Connection connection = connected(callbacks, within);
      try {
        question.ask(connection.createChannel());
      } finally {
        connection.abort(CLOSE_MILLIS);
      }
    } finally {
      callbacks.shutdown();
    }
  }

  private Connection connected(ExecutorService callbacks, Duration within) {
    try {
      return new AnyHost(access, name, callbacks).connect(within);
    } catch (IOException e) {
      throw new InvalidSetup(
          access.key()
              + ": no connection to "
              + access.address()
              + ": "
              + Causes.text(e)
              + "\nFix: check that the broker runs and that url names its host and port",
          e);
    }
  }
}
