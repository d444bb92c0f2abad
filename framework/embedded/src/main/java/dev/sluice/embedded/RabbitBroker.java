package dev.sluice.embedded;

import java.nio.file.Path;
import java.util.Optional;

/** A RabbitMQ broker of one node, wherever it runs. */
public interface RabbitBroker extends Server {
  /** The virtual host that always exists. */
  String DEFAULT_VHOST = "/";

  /** The host of the address. */
  String host();

  /**
   * The port for plain connections; the same after a restart.
   *
   * @throws IllegalStateException when it was never started
   */
  int port();

  /**
   * The port for TLS connections; the same after a restart.
   *
   * @throws IllegalStateException when it was never started, or TLS is off
   */
  int tlsPort();

  /**
   * The certificate to trust for TLS connections, in PEM form; it names {@code localhost} and the
   * loopback address.
   *
   * @throws IllegalStateException when TLS is off
   */
  Path caFile();

  /**
   * Where the management plugin answers, without a slash at the end; {@link #user()} may do
   * everything there. Its figures lag by seconds: {@link #counts} are exact.
   *
   * @throws IllegalStateException when it was never started, or management is off
   */
  String managementUrl();

  /** The user that may do everything in every virtual host. */
  String user();

  /** The password of {@link #user()}. */
  String password();

  /**
   * Where to connect, in the form {@code amqp://user:password@host:port/vhost}, the name of the
   * virtual host percent-encoded.
   *
   * @param vhost its name; not checked
   */
  String url(String vhost);

  /** The URL of the virtual host {@code /}, which always exists. */
  default String url() {
    return url(DEFAULT_VHOST);
  }

  /**
   * Makes a virtual host and returns its URL. One that exists already is left as it is.
   *
   * @param name not empty
   * @throws ServerFailed when the broker refuses
   */
  String vhost(String name);

  /**
   * Asks a queue, of any type, what it holds now. Counts of a quorum queue are those of its leader.
   *
   * @return empty when there is no such queue
   * @throws ServerFailed when the broker does not answer
   */
  Optional<QueueCounts> counts(String vhost, String queue);

  /**
   * Has the broker close every client connection to a virtual host, as an operator would: clients
   * are told {@code CONNECTION_FORCED}.
   *
   * @return how many
   * @throws ServerFailed when the broker does not answer
   */
  int closeConnections(String vhost);

  /**
   * Has the broker close the client connections of one name.
   *
   * @param name the {@code connection_name} that the client gave itself
   * @return how many
   * @throws ServerFailed when the broker does not answer
   */
  int closeConnections(String vhost, String name);
}
