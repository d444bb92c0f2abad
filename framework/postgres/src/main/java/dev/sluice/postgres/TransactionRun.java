package dev.sluice.postgres;

import dev.sluice.api.TryEnded;
import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call of the store: a transaction, and again when the server has rolled it back or the
 * connection broke, until it is committed, or its time is up, or trying again is of no use. On the
 * caller's event loop.
 */
final class TransactionRun {
  private static final Logger LOGGER = LoggerFactory.getLogger(TransactionRun.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** How long a database may be away before the engine hears of it. */
  private static final Duration AWAY = Duration.ofSeconds(10);

  /** Beyond the call's own time, in which the client ends it by itself. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Database database;
  private final Clock clock;
  private final Timers timers;
  private final Blockers blockers;
  private final ContextInternal context;
  private final Piece piece;
  private final Bounds bounds;
  private final long since;
  private final Promise<Void> answer = Promise.promise();
  private OpenTransaction current;
  private Throwable last;
  private Duration pause = FIRST_PAUSE;
  private OptionalLong currentId = OptionalLong.empty();
  private OptionalLong lost = OptionalLong.empty();
  private long awaySince;
  private boolean away;
  private boolean unsure;

  TransactionRun(
      Database database,
      Clock clock,
      Timers timers,
      ContextInternal context,
      Piece piece,
      Bounds bounds) {
    this.database = database;
    this.clock = clock;
    this.timers = timers;
    this.blockers = new Blockers(database, timers);
    this.context = context;
    this.piece = piece;
    this.bounds = bounds;
    this.since = clock.nanos();
  }

  /** Starts; called once, on the context. */
  Future<Void> run() {
    Timers.Timer end = timers.once(bounds.within(), () -> end(late()));
    answer.future().onComplete(done -> end.cancel());
    bounds
        .ended()
        .onComplete(
            ended ->
                context.execute(
                    () -> end(new TryEnded("the try ended before its transaction was committed"))));
    attempt();
    return answer.future();
  }

  /** Whether a commit was sent of which nobody knows what has become. */
  boolean isUnsure() {
    return unsure;
  }

  private Throwable late() {
    return last != null
        ? last
        : new TimeoutException(
            "the transaction of " + piece + " was not committed within " + bounds.within());
  }

  private void end(Throwable why) {
    if (answer.future().isComplete()) {
      return;
    }
    if (current != null && current.isCommitting()) {
      unsure = true;
      timers.once(AWAY, current::close);
    } else if (current != null) {
      OptionalLong id = currentId;
      current.rollBack().onSuccess(rolledBack -> endFor(rolledBack, id));
    }
    answer.fail(why);
  }

  /** A statement that still runs would keep its locks for as long as it takes. */
  private void endFor(boolean rolledBack, OptionalLong id) {
    if (!rolledBack && id.isPresent()) {
      database.pool().query(OpenTransaction.endSql(id.getAsLong())).execute();
    }
  }

  private boolean isOver() {
    return answer.future().isComplete();
  }

  private void attempt() {
    if (isOver()) {
      return;
    }
    database
        .pool()
        .getConnection()
        .onComplete(
            borrowed -> {
              if (borrowed.failed()) {
                mishap(borrowed.cause(), Mishap.of(borrowed.cause()));
              } else if (isOver()) {
                borrowed.result().close();
              } else {
                begin(borrowed.result());
              }
            });
  }

  private void begin(SqlConnection borrowed) {
    OpenTransaction transaction = new OpenTransaction(context, borrowed);
    current = transaction;
    currentId = OptionalLong.empty();
    endLost(transaction)
        .compose(ended -> transaction.begin(blockers, left().plus(GRACE), piece.lock()))
        .onComplete(
            begun -> {
              if (begun.failed()) {
                failed(transaction, begun.cause(), Mishap.of(begun.cause()));
              } else if (!isOver()) {
                look(transaction, begun.result());
              }
            });
  }

  private Future<?> endLost(OpenTransaction transaction) {
    if (lost.isEmpty()) {
      return Future.succeededFuture();
    }
    return transaction.endLost(lost.getAsLong()).onSuccess(ended -> lost = OptionalLong.empty());
  }

  private Duration left() {
    Duration left = bounds.within().minus(clock.since(since));
    return left.isNegative() ? Duration.ZERO : left;
  }

  private void look(OpenTransaction transaction, RowSet<Row> locked) {
    away = false;
    Future<?> work;
    try {
      currentId = piece.look(locked);
      unsure = false;
      if (currentId.isEmpty()) {
        transaction.rollBack();
        answer.tryComplete();
        return;
      }
      work = piece.work(transaction.given());
    } catch (Throwable e) {
      transaction.rollBack();
      answer.tryFail(e);
      return;
    }
    work.onComplete(
        done ->
            context.execute(
                () -> {
                  if (done.failed()) {
                    // Not by its failure, which may come from elsewhere.
                    failed(
                        transaction,
                        done.cause(),
                        transaction.trouble().map(Mishap::of).orElse(Mishap.FINAL));
                  } else {
                    worked(transaction, done.result());
                  }
                }));
  }

  private void worked(OpenTransaction transaction, Object result) {
    transaction
        .shut()
        .onComplete(
            quiet -> {
              if (!isOver()) {
                commit(transaction, result);
              }
            });
  }

  private void commit(OpenTransaction transaction, Object result) {
    String write;
    try {
      write = piece.write(result);
    } catch (RuntimeException e) {
      transaction.rollBack();
      answer.tryFail(e);
      return;
    }
    transaction
        .commit(write)
        .onComplete(
            committed -> {
              if (committed.failed()) {
                notCommitted(transaction, committed.cause());
                return;
              }
              transaction.giveBack();
              if (committed.result()) {
                answer.tryComplete();
              } else {
                answer.tryFail(
                    new IllegalStateException(
                        "the work has ended the transaction of "
                            + piece
                            + " by itself; send neither COMMIT nor ROLLBACK"));
              }
            });
  }

  private void notCommitted(OpenTransaction transaction, Throwable failure) {
    unsure = Mishap.of(failure) == Mishap.AWAY;
    // Of a transaction that was refused something before, that tells more.
    Throwable telling = unsure ? failure : transaction.trouble().orElse(failure);
    failed(transaction, telling, Mishap.of(telling));
  }

  private void failed(OpenTransaction transaction, Throwable failure, Mishap mishap) {
    if (mishap == Mishap.AWAY || mishap == Mishap.READ_ONLY) {
      transaction.close();
      if (currentId.isPresent()) {
        lost = currentId;
      }
    } else {
      transaction.rollBack();
    }
    if (mishap == Mishap.READ_ONLY) {
      database.giveUpConnections();
    }
    mishap(failure, mishap);
  }

  private void mishap(Throwable failure, Mishap mishap) {
    if (isOver()) {
      return;
    }
    last = failure;
    if (mishap == Mishap.CONFLICT) {
      away = false;
    } else if (!away) {
      away = true;
      awaySince = clock.nanos();
    }
    boolean enough = away && !unsure && clock.since(awaySince).compareTo(AWAY) > 0;
    if (mishap == Mishap.FINAL || enough || left().compareTo(pause) <= 0) {
      answer.tryFail(failure);
      return;
    }
    LOGGER.debug("the transaction of {} is tried again: {}", piece, String.valueOf(failure));
    timers.once(pause, this::attempt);
    Duration next = pause.multipliedBy(2);
    pause = next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE;
  }
}
