package dev.sluice.health;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.ManagementSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.BindException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;

/**
 * The HTTP server for probes and status, on an event loop of its own, so that it answers while the
 * worker's is busy. It serves until the very end of a drain.
 */
public final class ManagementServer {
  private final Vertx vertx;
  private final String deployment;
  private final int port;

  private ManagementServer(Vertx vertx, String deployment, int port) {
    this.vertx = vertx;
    this.deployment = deployment;
    this.port = port;
  }

  /**
   * Starts listening. May be called from any thread; does not block.
   *
   * @param settings host and port; port 0 takes any free one
   * @param status what to answer from
   * @return fails with {@link InvalidSetup} when the address can't be had
   */
  public static Future<ManagementServer> start(
      Vertx vertx, ManagementSettings settings, WorkerStatus status) {
    ManagementVerticle verticle = new ManagementVerticle(settings, status);
    return vertx
        .deployVerticle(verticle)
        .map(id -> new ManagementServer(vertx, id, verticle.port()))
        .recover(cause -> Future.failedFuture(explained(settings, cause)));
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  /** Stops listening and ends what is connected. */
  public Future<Void> close() {
    return vertx.undeploy(deployment);
  }

  /** What an operator can mend, in their words; anything else as it is. */
  static Throwable explained(ManagementSettings settings, Throwable cause) {
    boolean noSuchHost =
        cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException;
    if (noSuchHost || cause instanceof BindException) {
      return new InvalidSetup(
          "can't listen on management.host '"
              + settings.host()
              + "', management.port "
              + settings.port()
              + " ("
              + cause.getMessage()
              + "); the host must be an address of this machine, as 0.0.0.0 or 127.0.0.1, and the"
              + " port free: end what uses it or choose another one, 0 for any free one",
          cause);
    }
    return cause;
  }
}
