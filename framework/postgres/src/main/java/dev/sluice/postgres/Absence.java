package dev.sluice.postgres;

import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.net.SocketException;
import java.util.Set;

/**
 * Tells failures that say that the server is away from those that say something about the work. A
 * connection that breaks under a statement belongs to the first: what stands between may accept
 * connections for a server that is gone, and the statement may be sound.
 */
final class Absence {
  /** SQLSTATE class 08: connection exception. */
  private static final String CONNECTION = "08";

  /** A write on a server that takes none: a standby, or a primary whose place another has taken. */
  static final String READ_ONLY = "25006";

  // What a pool says that has had no connection to give for as long as it may wait, and what a
  // connection says that was closed before the statement came: neither has a type of its own.
  private static final Set<String> NO_CONNECTION =
      Set.of(
          "Timeout waiting for connection",
          "Timeout",
          "Connection is not active now, current status: CLOSED",
          "Connection is not active now, current status: CLOSING");

  /**
   * Shut down by its operator, after a crash, starting or recovering, database dropped, idle
   * session ended, too many connections, takes no writes.
   */
  private static final Set<String> AWAY =
      Set.of("57P01", "57P02", "57P03", "57P04", "57P05", "53300", READ_ONLY);

  private Absence() {}

  /** Whether one throwable says it; the caller walks the causes. Any thread, does not block. */
  static boolean isSaidBy(Throwable cause) {
    if (cause instanceof PgException answer) {
      String state = answer.getSqlState();
      return state != null && (state.startsWith(CONNECTION) || AWAY.contains(state));
    }
    return cause instanceof ClosedConnectionException
        || cause instanceof SocketException
        || (cause instanceof VertxException && NO_CONNECTION.contains(cause.getMessage()));
  }
}
