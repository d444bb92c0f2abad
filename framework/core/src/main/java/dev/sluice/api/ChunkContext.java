package dev.sluice.api;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.function.BiFunction;
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
   * A checkpoint that leaves a state for whoever goes on behind it, see {@link #resumeState()}. The
   * state replaces the one of an earlier checkpoint of this try; a checkpoint without a state, or a
   * finished chunk, drops it. A state behind the last record of the chunk is kept with {@code
   * ordering: lane} alone, where the next record goes on behind it. Keep it small: it travels with
   * every settle.
   *
   * @param upTo a record of this chunk
   * @param state the handler's own bytes, copied
   * @return completes when the source has stored it; fails with {@link
   *     UnsupportedOperationException} when the source keeps no states (the checkpoint itself
   *     counts), with {@link IllegalArgumentException} when the state is larger than what the
   *     source keeps (likewise), and with {@link TryEnded} when the lane is gone before it was
   *     stored
   * @throws TryEnded when the try is dead
   * @throws IllegalArgumentException when the record is not of this chunk or lies before an earlier
   *     checkpoint
   */
  Future<Void> checkpoint(SourceRecord<T> upTo, Buffer state);

  /**
   * Gives one record up, whatever becomes of the others: what {@code retry.then} says happens to
   * it, once. With {@code deadLetter} its dead letter is written; with {@code skip} it is logged
   * and counted; with {@code stop} its lane stops. The record need not be checkpointed. A chunk
   * that is done settles no rejected record before its dead letter is confirmed, awaited or not.
   * Works during a drain, within {@link #remaining()}.
   *
   * @param rejected a record of this chunk
   * @param cause what is wrong with it
   * @return completes when the record has ended; fails when it stays unsettled, because the letter
   *     can't be written or the policy is {@code stop}: its lane has stopped then
   * @throws TryEnded when the try is dead
   */
  Future<Void> reject(SourceRecord<T> rejected, Throwable cause);

  /**
   * Runs one step per record, one after the other, each checkpointed when its future completes, and
   * looks for a drain between two records, never inside one.
   *
   * @param step starts the work of one record; must not block. One that answers {@link
   *     Outcome#STOPPED}, as {@link #inSteps} may, ends the walk there, its record not checkpointed
   * @return {@link Outcome#DONE} after the last record, {@link Outcome#STOPPED} when a drain was
   *     seen before it; fails with the first step that fails
   */
  Future<Outcome> forEach(Function<? super SourceRecord<T>, ? extends Future<?>> step);

  /**
   * Applies the chunk in one transaction: the rows that the work writes and the chunk's progress
   * are committed together or not at all, and a worker that lost its lane meanwhile commits
   * nothing. The chunk is done, and checkpointed, when it completes; return its outcome. Not
   * together with {@link #checkpoint} in one try.
   *
   * @param with from {@link Services}
   * @param work writes through the connection what the records mean; it is given only records that
   *     are not applied yet, and is not called when there are none. It may be called again, in a
   *     new transaction, when the database rolled the first one back. Must not block
   * @return {@link Outcome#DONE} once committed; fails with what the work or the database failed
   *     with, or with {@link TryEnded} when the try is dead or the lane is somebody else's
   */
  <C> Future<Outcome> transaction(
      Transactions<C> with, BiFunction<? super C, ? super Chunk<T>, ? extends Future<?>> work);

  /**
   * Works on one long record in several transactions, each committed together with a resume state.
   *
   * @param with from {@link Services}
   * @param current a record of this chunk; those before it must be done
   * @param work does the steps and says how it ended: {@link Outcome#DONE} after {@link
   *     RecordSteps#finish}, {@link Outcome#STOPPED} after a step when a drain was seen. Not called
   *     when the record is applied already
   * @return what the work says, or {@link Outcome#DONE} when the record is applied already
   */
  <C> Future<Outcome> inSteps(
      Transactions<C> with,
      SourceRecord<T> current,
      Function<? super RecordSteps<C>, ? extends Future<Outcome>> work);
}
