package dev.sluice.postgres;

import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.SocketConnectionBase;
import io.vertx.sqlclient.internal.SqlConnectionInternal;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The sockets below a pool. The client closes no connection on which an answer is outstanding, and
 * a pool gives none up that still answers; closing the socket does both, and the pool opens
 * another.
 */
final class Sockets {
  private final Set<SocketConnectionBase> open =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /** A connection was opened. */
  void opened(SqlConnection connection) {
    open.add(below(connection));
  }

  /** Closes all that are open. */
  void closeAll() {
    List<SocketConnectionBase> all;
    synchronized (open) {
      all = List.copyOf(open);
      open.clear();
    }
    all.forEach(one -> one.socket().close());
  }

  /** Closes one; what is outstanding on it fails. */
  static void close(SqlConnection connection) {
    below(connection).socket().close();
  }

  private static SocketConnectionBase below(SqlConnection connection) {
    return (SocketConnectionBase) ((SqlConnectionInternal) connection).unwrap().unwrap();
  }
}
