package dev.sluice.postgres;

import dev.sluice.spi.TransactionStore;
import dev.sluice.time.Clock;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Positions and applied records beside the handler's rows, on the service's own pool. */
final class PostgresTransactionStore
    implements PostgresTransactions, TransactionStore<SqlConnection> {
  private final TransactionTables tables;
  private final Database database;
  private final Vertx vertx;
  private final Clock clock;
  private final Duration retention;
  private final Doubts doubts = new Doubts();

  private CheckpointSql checkpoints;
  private AppliedSql applied;
  private AppliedSweep sweep;

  PostgresTransactionStore(
      TransactionTables tables, Duration retention, Database database, Vertx vertx, Clock clock) {
    this.tables = tables;
    this.retention = retention;
    this.database = database;
    this.vertx = vertx;
    this.clock = clock;
  }

  @Override
  public Future<Void> open(String pipeline, Duration within) {
    checkpoints = tables.checkpoints(pipeline);
    applied = tables.applied(pipeline);
    ContextInternal context = context();
    sweep =
        new AppliedSweep(
            new Owning(database, timers(context)), timers(context), applied, retention);
    return database.check(within).compose(answers -> tables.prepare(database.pool()));
  }

  /** Stops what the store does by itself. */
  void close() {
    if (sweep != null) {
      sweep.stop();
    }
  }

  private ContextInternal context() {
    return (ContextInternal) vertx.getOrCreateContext();
  }

  private VertxTimers timers(Context context) {
    return new VertxTimers(vertx, context);
  }

  @Override
  public Future<Map<String, LaneStanding>> ownLanes(Map<String, Long> from, Duration within) {
    if (from.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    List<String> lanes = new ArrayList<>(from.keySet());
    List<Long> positions = lanes.stream().map(from::get).toList();
    return insist(within, checkpoints.own(lanes, positions))
        .map(
            rows -> {
              Map<String, LaneStanding> standings = new HashMap<>();
              for (Row row : rows) {
                String lane = row.getString("lane");
                doubts.owned(lane);
                standings.put(
                    lane,
                    new LaneStanding(row.getLong("epoch"), row.getLong("position"), state(row)));
              }
              return standings;
            });
  }

  private static Optional<byte[]> state(Row row) {
    Buffer state = row.getBuffer("state");
    return Optional.ofNullable(state).map(Buffer::getBytes);
  }

  @Override
  public Future<Void> applyInLane(
      LaneClaim claim, long next, LaneWork<SqlConnection> work, Bounds bounds) {
    return run(
        claim.lane(),
        claim,
        () -> LanePiece.records(checkpoints, claim, next, work),
        false,
        bounds);
  }

  @Override
  public Future<Void> stepInLane(
      LaneClaim claim, long position, StepWork<SqlConnection> work, Bounds bounds) {
    return run(
        claim.lane(),
        claim,
        () -> LanePiece.step(checkpoints, claim, position, work),
        true,
        bounds);
  }

  @Override
  public Future<Void> passInLane(LaneClaim claim, long next, Duration within) {
    return insist(within, checkpoints.pass(claim.lane(), claim.epoch(), next))
        .compose(
            passed ->
                passed.rowCount() == 1
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        new Fenced(claim.lane() + " is no longer at epoch " + claim.epoch())));
  }

  @Override
  public Future<RecordStanding> ownRecord(String id, Duration within) {
    sweep.start();
    return insist(within, applied.own(id))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              doubts.owned(id);
              return new RecordStanding(
                  row.getLong("epoch"), row.getBoolean("applied"), state(row));
            });
  }

  @Override
  public Future<Void> applyRecords(
      List<String> ids, RecordsWork<SqlConnection> work, Bounds bounds) {
    sweep.start();
    return run("", ids, () -> new RecordsPiece(applied, ids, work), false, bounds);
  }

  @Override
  public Future<Void> stepInRecord(RecordClaim claim, StepWork<SqlConnection> work, Bounds bounds) {
    return run(claim.id(), claim, () -> new RecordPiece(applied, claim, false, work), true, bounds);
  }

  @Override
  public Future<Void> finishRecord(RecordClaim claim, StepWork<SqlConnection> work, Bounds bounds) {
    return run(claim.id(), claim, () -> new RecordPiece(applied, claim, true, work), false, bounds);
  }

  private Future<RowSet<Row>> insist(Duration within, String statement) {
    return here(
        context -> {
          VertxTimers timers = timers(context);
          Owning owning = new Owning(database, timers);
          return new Insistence(clock, timers).on(within, () -> owning.ask(statement));
        });
  }

  private Future<Void> run(
      String name, Object claim, Supplier<Piece> piece, boolean isStep, Bounds bounds) {
    if (doubts.about(name, claim)) {
      return Future.failedFuture(
          new Fenced(
              "nobody knows whether the last step of "
                  + claim
                  + " was committed; it has to be owned anew"));
    }
    return here(
        context -> {
          TransactionRun run =
              new TransactionRun(database, clock, timers(context), context, piece.get(), bounds);
          return run.run()
              .onFailure(
                  failure -> {
                    if (isStep && run.isUnsure()) {
                      doubts.begin(name, claim);
                    }
                  });
        });
  }

  /** On the caller's event loop, where its work is called, too. */
  private <T> Future<T> here(Function<ContextInternal, Future<T>> action) {
    ContextInternal context = context();
    Promise<T> answer = Promise.promise();
    context.execute(
        () -> {
          try {
            action.apply(context).onComplete(answer);
          } catch (RuntimeException e) {
            answer.fail(e);
          }
        });
    return answer.future();
  }
}
