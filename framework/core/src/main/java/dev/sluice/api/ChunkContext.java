package dev.sluice.api;

import io.vertx.core.Future;
import java.util.function.Function;

/**
 * The context of a {@link ChunkHandler}'s try.
 *
 * @param <T> the decoded value of a record
 */
public non-sealed interface ChunkContext<T> extends TryContext<T> {

  /** Completes when this try is abandoned or cut; never fails. Stop what you started then. */
  Future<Void> ended();

  /**
   * Runs one step per record, one after the other, each checkpointed when its future completes, and
   * looks for a drain between two records, never inside one.
   *
   * @param step starts the work of one record; must not block
   * @return {@link Outcome#DONE} after the last record, {@link Outcome#STOPPED} when a drain was
   *     seen before it; fails with the first step that fails
   */
  Future<Outcome> forEach(Function<? super SourceRecord<T>, ? extends Future<?>> step);
}
