package dev.sluice.api;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.function.Function;

/**
 * One long record, worked on in several transactions; see {@link ChunkContext#inSteps}. One step at
 * a time. Callable from any thread; every method fails with {@link TryEnded} once the try is dead.
 *
 * @param <C> what the work is given inside a transaction
 */
public interface RecordSteps<C> {

  /**
   * The state of the last step that was committed, by this try or an earlier one, in this process
   * or another. Empty before the first.
   */
  Optional<Buffer> resumeState();

  /**
   * One transaction that goes on inside the record. It counts as a checkpoint for {@code
   * checkpointEvery}: after it is the moment to look at {@link TryContext#draining()} and to return
   * {@link Outcome#STOPPED}.
   *
   * @param work writes through the connection and answers with the state to go on from. It may be
   *     called again, in a new transaction, when the database rolled the first one back
   * @return completes when rows and state are committed together; fails when they are not
   */
  Future<Void> step(Function<? super C, ? extends Future<Buffer>> work);

  /**
   * The last transaction: the record is applied with it, and never handed to a handler again.
   *
   * @param work writes through the connection; may be called again as in {@link #step}
   * @return completes when rows and position are committed together
   */
  Future<Void> finish(Function<? super C, ? extends Future<?>> work);
}
