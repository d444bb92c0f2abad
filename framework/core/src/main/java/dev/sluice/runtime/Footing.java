package dev.sluice.runtime;

import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.RecordsWork;
import dev.sluice.spi.TransactionStore.StepWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;

/**
 * By what the store knows the records of one try: by where they stand in their lane, or by an id of
 * each. Called on the event loop; what it answers may come on any thread.
 */
interface Footing {

  /**
   * What the store knows of one record.
   *
   * @param applied whether nothing is left to do
   * @param state what its last step has left
   */
  record Standing(boolean applied, Optional<byte[]> state) {}

  /** The store. */
  TransactionStore<?> store();

  /**
   * One transaction over the chunk.
   *
   * @param wanted the indexes of records that have not ended, at least one
   * @param work is given the indexes of those that are not applied yet
   */
  <C> Future<Void> apply(
      TransactionStore<C> store, BitSet wanted, RecordsWork<C> work, Bounds bounds);

  /** Finds out how far one record is, and fences every earlier try of it. */
  Future<Standing> own(int index, Duration within);

  /** One transaction that goes on inside a record that was owned. */
  <C> Future<Void> step(TransactionStore<C> store, int index, StepWork<C> work, Bounds bounds);

  /** The last transaction of a record that was owned. */
  <C> Future<Void> finish(TransactionStore<C> store, int index, StepWork<C> work, Bounds bounds);

  /** A step was committed and has left a state; on the event loop. */
  void stepped(int index, byte[] state);

  /** A call has failed; on the event loop. */
  void failed(Throwable cause);
}
