package dev.sluice.testkit.simulation;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.RecordSteps;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.testkit.FakeTransactions.Connection;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes one row a record in transactions over whole chunks; those of lane {@code b} in steps, one
 * row a step. Work may take its time, and fail.
 */
final class TransactingHandler implements ChunkHandler<String> {
  static final int STEPS = 3;

  private final LateStore store;
  private final Dice dice;
  private final boolean calm;
  final List<Promise<Void>> working = new ArrayList<>();

  TransactingHandler(LateStore store, Dice dice, boolean calm) {
    this.store = store;
    this.dice = dice;
    this.calm = calm;
  }

  @Override
  public TaskLimits limits() {
    return TaskLimits.limit(Duration.ofSeconds(30));
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    if (!calm && dice.chance(5)) {
      throw new World.Planned("before its work");
    }
    Future<Outcome> outcome =
        chunk.lane().equals("b")
            ? context.forEach(
                each -> context.inSteps(store, each, steps -> inSteps(each, steps, context)))
            : context.transaction(store, this::insertAll);
    return !calm && dice.chance(5)
        ? outcome.compose(done -> Future.failedFuture(new World.Planned("after its work")))
        : outcome;
  }

  private Future<Void> insertAll(Connection connection, Chunk<String> fresh) {
    Future<Void> all = Future.succeededFuture();
    for (SourceRecord<String> each : fresh.records()) {
      if (each.value().endsWith("!")) {
        return Future.failedFuture(Failure.POISON.thrown());
      }
      all = all.compose(before -> connection.insert(each.value()));
    }
    return all.compose(written -> takesItsTime());
  }

  private Future<Outcome> inSteps(
      SourceRecord<String> each, RecordSteps<Connection> steps, ChunkContext<String> context) {
    int done = steps.resumeState().map(state -> (int) state.getByte(0)).orElse(0);
    if (done == STEPS) {
      return steps
          .finish(connection -> connection.insert(each.value()).compose(v -> takesItsTime()))
          .map(Outcome.DONE);
    }
    return steps
        .step(
            connection ->
                connection
                    .insert(each.value() + "#" + done)
                    .compose(v -> takesItsTime())
                    .map(v -> Buffer.buffer(new byte[] {(byte) (done + 1)})))
        .compose(
            stepped ->
                context.draining()
                    ? Future.succeededFuture(Outcome.STOPPED)
                    : inSteps(each, steps, context));
  }

  private Future<Void> takesItsTime() {
    if (calm || !dice.chance(40)) {
      return Future.succeededFuture();
    }
    Promise<Void> work = Promise.promise();
    working.add(work);
    return work.future();
  }
}
