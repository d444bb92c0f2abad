package dev.sluice.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;

/**
 * Makes connections that recover nothing by themselves: what was delivered on one is nobody's any
 * more on the next. Blocks; safe from any thread.
 */
final class Connecting {
  // The broker's own default bound: a larger message would end every connection that it comes on.
  private static final int LARGEST_MESSAGE = 128 << 20;
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final int SHUTDOWN_MILLIS = 2_000;

  private final BrokerAccess access;
  private final String name;

  /**
   * @param name what the connections are called at the broker
   */
  Connecting(BrokerAccess access, String name) {
    this.access = access;
    this.name = name;
  }

  /**
   * Connects to one host.
   *
   * @param to one of the address's
   * @param callbacks runs what the client calls back, deliveries above all; not shut down by it
   * @param within give up after this
   * @throws InvalidSetup when the broker refuses this user, password or virtual host, TLS can't
   *     come about, or a file can't be read
   * @throws IOException when the broker is not there, or not in time
   */
  Connection to(BrokerAddress.Host to, ExecutorService callbacks, Duration within)
      throws IOException {
    ConnectionFactory factory = factory(within);
    try {
      return factory.newConnection(callbacks, List.of(new Address(to.name(), to.port())), name);
    } catch (AuthenticationFailureException e) {
      throw refused("refuses the user or the password", to, e);
    } catch (TimeoutException e) {
      throw new IOException(to + " does not answer within " + within.toMillis() + " ms", e);
    } catch (IOException e) {
      if (e.getCause() instanceof ShutdownSignalException signal && Causes.noVhost(signal)) {
        throw refused("refuses the virtual host", to, e);
      }
      Optional<TlsFailure> tls = TlsFailure.in(e);
      if (tls.isPresent()) {
        throw new InvalidSetup(
            access.key() + ": " + to + " " + tls.get().text() + "\nFix: " + tls.get().fix(), e);
      }
      throw e;
    }
  }

  private InvalidSetup refused(String what, BrokerAddress.Host by, Exception cause) {
    return new InvalidSetup(
        access.key()
            + ": "
            + by
            + " "
            + what
            + " of "
            + access.address()
            + ": "
            + Causes.text(cause)
            + "\nFix: correct url or passwordFile, or add the user, the virtual host and its"
            + " permissions at the broker",
        cause);
  }

  private ConnectionFactory factory(Duration within) {
    int millis = (int) Math.max(1, Math.min(within.toMillis(), LONGEST.toMillis()));
    ConnectionFactory factory = new ConnectionFactory();
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setUsername(access.address().user());
    factory.setPassword(access.password());
    factory.setVirtualHost(access.address().vhost());
    factory.setConnectionTimeout(millis);
    factory.setHandshakeTimeout(millis);
    factory.setChannelRpcTimeout((int) LONGEST.toMillis());
    // One that comes after its time is not taken for the answer to the next question.
    factory.setChannelShouldCheckRpcResponseType(true);
    factory.setShutdownTimeout(SHUTDOWN_MILLIS);
    factory.setRequestedHeartbeat((int) access.heartbeat().toSeconds());
    factory.setMaxInboundMessageBodySize(LARGEST_MESSAGE);
    factory.setThreadFactory(
        task -> {
          Thread thread = new Thread(task, "sluice-rabbitmq-reader");
          thread.setDaemon(true);
          return thread;
        });
    factory.setExceptionHandler(new CallbackFailures());
    if (access.address().tls()) {
      factory.useSslProtocol(Certificates.context(access));
      factory.enableHostnameVerification();
    }
    return factory;
  }
}
