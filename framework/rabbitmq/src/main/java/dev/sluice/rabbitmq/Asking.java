package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.time.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the broker one thing after the other, on a channel of its own: an answer of no closes that
 * channel, and the next question opens another. Blocks; for one thread.
 *
 * <p>An answer that does not come leaves its channel open. The connection is of no use then, and
 * whoever owns it closes it.
 */
final class Asking implements AutoCloseable {
  private final Connection connection;
  private final Clock clock;
  private final long start;
  private final Duration within;
  private Channel channel;
  private boolean unanswered;

  /**
   * @param within bounds all questions together
   */
  Asking(Connection connection, Clock clock, Duration within) {
    this.connection = connection;
    this.clock = clock;
    this.start = clock.nanos();
    this.within = within;
  }

  /**
   * Asks.
   *
   * @param question a synchronous method of AMQP
   * @return the broker's answer
   * @throws Refused when the broker says no
   * @throws IOException when the connection is lost, or the time is up
   */
  Method ask(Method question) throws Refused, IOException {
    try {
      if (channel == null) {
        channel = connection.createChannel();
      }
      if (channel == null) {
        throw new IOException(
            "no channel is left on the connection, which has " + connection.getChannelMax());
      }
      return answer(channel.asyncCompletableRpc(question).thenApply(Command::getMethod));
    } catch (ShutdownSignalException e) {
      throw ended(e);
    }
  }

  private Method answer(CompletableFuture<Method> asked) throws Refused, IOException {
    try {
      return asked.get(Math.max(1, left().toNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      ShutdownSignalException signal = Causes.signal(e);
      if (signal != null) {
        if (signal.isHardError()) {
          throw ended(signal);
        }
        channel = null;
        throw new Refused(signal);
      }
      throw new IOException(Causes.text(e.getCause()), e);
    } catch (TimeoutException e) {
      unanswered = true;
      throw new IOException(
          Connected.place(connection) + " does not answer within " + within.toMillis() + " ms", e);
    } catch (InterruptedException e) {
      unanswered = true;
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking the broker");
    }
  }

  private static IOException ended(ShutdownSignalException signal) {
    return new IOException("the connection has ended: " + Causes.text(signal), signal);
  }

  /** What is left of the time. */
  Duration left() {
    Duration left = within.minus(clock.since(start));
    return left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public void close() throws IOException {
    if (channel != null && !unanswered) {
      channel.abort();
    }
  }
}
