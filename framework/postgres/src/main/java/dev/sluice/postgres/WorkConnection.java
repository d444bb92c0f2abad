package dev.sluice.postgres;

import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.ClientMetrics;
import io.vertx.core.tracing.TracingPolicy;
import io.vertx.pgclient.PgException;
import io.vertx.pgclient.impl.PgConnectionFactory;
import io.vertx.pgclient.impl.PgConnectionImpl;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.internal.Connection;
import io.vertx.sqlclient.internal.SqlConnectionBase;
import io.vertx.sqlclient.internal.command.CommandBase;
import io.vertx.sqlclient.internal.command.TxCommand;
import io.vertx.sqlclient.spi.DatabaseMetadata;
import java.util.Optional;

/**
 * The connection as the work of one transaction has it. Once it is shut no statement passes, from
 * no thread: the client itself would send what comes late on a connection that serves somebody else
 * by then. Safe from any thread.
 */
final class WorkConnection implements Connection {
  private final Connection real;
  private final SqlConnection given;
  private final Promise<Void> quiet = Promise.promise();
  private int running;
  private boolean shut;
  private Throwable trouble;

  /**
   * @param borrowed of the pool
   */
  WorkConnection(ContextInternal context, SqlConnectionBase<?> borrowed) {
    real = borrowed.unwrap();
    given = new PgConnectionImpl((PgConnectionFactory) borrowed.factory(), context, this);
  }

  /** What the work is given. */
  SqlConnection given() {
    return given;
  }

  /**
   * Lets nothing pass from now on.
   *
   * @return completes when all that has passed before is answered
   */
  Future<Void> shut() {
    synchronized (this) {
      shut = true;
      if (running > 0) {
        return quiet.future();
      }
    }
    return Future.succeededFuture();
  }

  /**
   * What a statement of the work has failed with last, whatever the work has made of it. That a
   * transaction takes no more statements after another has failed says nothing new.
   */
  synchronized Optional<Throwable> trouble() {
    return Optional.ofNullable(trouble);
  }

  @Override
  public <R> void schedule(CommandBase<R> command, Completable<R> handler) {
    if (command instanceof TxCommand) {
      handler.fail(
          new IllegalStateException(
              "the transaction has begun, and is committed when the work is done"));
      return;
    }
    synchronized (this) {
      if (!shut) {
        running++;
        real.schedule(command, (result, failure) -> answered(handler, result, failure));
        return;
      }
    }
    handler.fail(new IllegalStateException("the transaction is over"));
  }

  private static boolean isAborted(Throwable failure) {
    return failure instanceof PgException refused && "25P02".equals(refused.getSqlState());
  }

  private <R> void answered(Completable<R> handler, R result, Throwable failure) {
    synchronized (this) {
      if (failure != null && !isAborted(failure)) {
        trouble = failure;
      }
    }
    // The work may send its next statement from inside.
    handler.complete(result, failure);
    boolean last;
    synchronized (this) {
      running--;
      last = running == 0 && shut;
    }
    if (last) {
      quiet.tryComplete();
    }
  }

  @Override
  public void close(Holder holder, Completable<Void> handler) {
    // Not the work's to close.
    handler.succeed();
  }

  @Override
  public void init(Holder holder) {
    // Events of the connection go to the pool.
  }

  @Override
  public TracingPolicy tracingPolicy() {
    return real.tracingPolicy();
  }

  @Override
  public SocketAddress server() {
    return real.server();
  }

  @Override
  public String database() {
    return real.database();
  }

  @Override
  public String user() {
    return real.user();
  }

  @Override
  @SuppressWarnings("rawtypes") // As its type declares it.
  public ClientMetrics metrics() {
    return real.metrics();
  }

  @Override
  public boolean isSsl() {
    return real.isSsl();
  }

  @Override
  public boolean isValid() {
    return real.isValid();
  }

  @Override
  public int pipeliningLimit() {
    return real.pipeliningLimit();
  }

  @Override
  public DatabaseMetadata getDatabaseMetaData() {
    return real.getDatabaseMetaData();
  }

  @Override
  public int getProcessId() {
    return real.getProcessId();
  }

  @Override
  public int getSecretKey() {
    return real.getSecretKey();
  }
}
