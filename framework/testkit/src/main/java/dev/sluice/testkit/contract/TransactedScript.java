package dev.sluice.testkit.contract;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.Outcome;
import dev.sluice.spi.TransactionStore;
import io.vertx.core.Future;

/** Plays a script inside transactions that write a row for each record. */
final class TransactedScript<C> implements Script {
  private final Script script;
  private final EffectTable<C> table;
  private final TransactionStore<C> store;

  /** The script has stopped for a drain: its transaction is rolled back. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  TransactedScript(Script script, EffectTable<C> table, TransactionStore<C> store) {
    this.script = script;
    this.table = table;
    this.store = store;
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    return context
        .<C>transaction(
            store,
            (connection, fresh) ->
                table
                    .insert(connection, WitnessedHandler.values(fresh, fresh.size()))
                    .compose(written -> script.handle(fresh, new UncheckpointedContext(context)))
                    .compose(TransactedScript::committed))
        .recover(
            cause ->
                cause instanceof Stopped
                    ? Future.succeededFuture(Outcome.STOPPED)
                    : Future.failedFuture(cause));
  }

  private static Future<Void> committed(Outcome outcome) {
    return outcome == Outcome.DONE ? Future.succeededFuture() : Future.failedFuture(new Stopped());
  }
}
