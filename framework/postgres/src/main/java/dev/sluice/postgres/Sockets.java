package dev.sluice.postgres;

import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
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
    all.forEach(Sockets::close);
  }

  /**
   * Closes one; what is outstanding on it fails.
   *
   * @return completes when it is closed
   */
  static Future<Void> close(SqlConnection connection) {
    return close(below(connection));
  }

  private static Future<Void> close(SocketConnectionBase one) {
    Promise<Void> closed = Promise.promise();
    Channel channel = one.socket().channelHandlerContext().channel();
    channel.closeFuture().addListener(closing -> closed.tryComplete());
    // Past the client's own handlers, which wait for what is outstanding.
    channel.eventLoop().execute(() -> channel.unsafe().close(channel.unsafe().voidPromise()));
    return closed.future();
  }

  private static SocketConnectionBase below(SqlConnection connection) {
    return (SocketConnectionBase) ((SqlConnectionInternal) connection).unwrap().unwrap();
  }
}
