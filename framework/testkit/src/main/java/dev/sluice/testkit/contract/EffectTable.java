package dev.sluice.testkit.contract;

import dev.sluice.spi.TransactionStore;
import io.vertx.core.Future;
import java.util.List;

/**
 * Where handlers write one row a record, in the transactions of a store: what makes a run of {@link
 * SourceContract} count committed effects instead of calls. Safe from any thread.
 *
 * @param <C> what work is given inside a transaction
 */
public interface EffectTable<C> extends AutoCloseable {

  /**
   * The store of one more worker, open under the name that the contract's pipeline has, {@code
   * contract}. Called on the test's thread, may block.
   */
  TransactionStore<C> store();

  /**
   * A worker is dead or stands still, and the server has noticed: its open transactions are over.
   * Returns when they are.
   *
   * @param store the worker's
   * @param dead it never goes on: nothing that it began reaches the server any more
   */
  void disconnected(TransactionStore<?> store, boolean dead);

  /** Writes rows inside a transaction; on the event loop. */
  Future<?> insert(C connection, List<String> rows);

  /** All committed rows; a row that was committed twice is there twice. May block. */
  List<String> rows();

  /** Removes everything of this test; every worker is gone by then. */
  @Override
  void close();
}
