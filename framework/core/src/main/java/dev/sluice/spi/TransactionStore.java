package dev.sluice.spi;

import dev.sluice.api.Transactions;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The database's side of effectively-once: positions, epochs and resume states that are written in
 * one transaction with a handler's rows. Two kinds of work are known: <em>lanes</em>, where records
 * have ascending positions and one owner at a time (Kafka), and <em>records</em> that only have an
 * id (a jobs table, an AMQP queue).
 *
 * <p>Methods are called on the engine's event loop and must not block; futures may complete on any
 * thread. They go on during a drain. What a bound gives up on may still be committed; whoever comes
 * next finds out from the store. A call that was fenced fails with {@link Fenced}. What the work is
 * given is dead when the call is over: what it still wants to write then fails.
 *
 * <p>A serialization failure, a deadlock, a broken connection or a commit whose answer got lost
 * makes the store run the transaction again, from the look at what is already applied on, until
 * {@link Bounds} are used up: the effect happens once although the work is called twice. A database
 * that stays away may be given up earlier, with what it failed with last, so that the engine
 * pauses.
 *
 * @param <C> what the work is given inside a transaction
 */
public interface TransactionStore<C> extends Transactions<C> {

  /**
   * Sees to the tables. Called once, before the source is opened, and only when a handler has asked
   * for this store.
   *
   * @param pipeline under whose name everything is kept
   * @param within give up after this
   * @return fails with {@link dev.sluice.api.InvalidSetup} when the operator must mend something
   */
  Future<Void> open(String pipeline, Duration within);

  // Lanes.

  /**
   * Makes the caller the owner of lanes: raises the epoch of each, which fences every earlier
   * owner's transactions.
   *
   * @param from the source's position of each lane, kept for lanes not known yet
   * @param within give up after this
   * @return where each lane goes on, which is what the store knows if it knows the lane
   */
  Future<Map<String, LaneStanding>> ownLanes(Map<String, Long> from, Duration within);

  /**
   * One transaction that applies records of a lane.
   *
   * @param claim whose lane it is
   * @param next the position after the last of them
   * @param work called with the connection and the first position that is not applied yet; not
   *     called when there is none before {@code next}
   * @param bounds how long to go on trying
   * @return completes when position {@code next} is committed, by this call or an earlier one
   */
  Future<Void> applyInLane(LaneClaim claim, long next, LaneWork<C> work, Bounds bounds);

  /**
   * One transaction that goes on inside the record at a position, which stays the lane's position.
   *
   * <p>A step that fails with anything but the work's own failure may still be committed. Its
   * caller no longer knows from where to go on: own the lane anew before the next step or the end
   * of this record, which tells. Until then other calls of the claim fail with {@link Fenced}.
   *
   * @param work answers with the state to go on from
   * @return completes when it is committed; fails with {@link IllegalStateException} when the
   *     record is applied already
   */
  Future<Void> stepInLane(LaneClaim claim, long position, StepWork<C> work, Bounds bounds);

  /**
   * Moves a lane's position over records that ended without a transaction of this store (rejected,
   * skipped, finished by other means). Never backwards.
   */
  Future<Void> passInLane(LaneClaim claim, long next, Duration within);

  // Records with ids.

  /**
   * Makes the caller the owner of one record, fencing every earlier one.
   *
   * @param id the record's, unique within the pipeline
   */
  Future<RecordStanding> ownRecord(String id, Duration within);

  /**
   * One transaction that applies records.
   *
   * @param ids of the records, all different
   * @param work called with the connection and the indexes of those that are not applied yet; not
   *     called when there are none
   * @return completes when all are applied, by this call or earlier ones; fails with {@link
   *     IllegalStateException} when one of them has committed steps and is not applied
   */
  Future<Void> applyRecords(List<String> ids, RecordsWork<C> work, Bounds bounds);

  /** One transaction that goes on inside a record; as {@link #stepInLane}. */
  Future<Void> stepInRecord(RecordClaim claim, StepWork<C> work, Bounds bounds);

  /** The last transaction of a record that was worked on in steps. */
  Future<Void> finishRecord(RecordClaim claim, StepWork<C> work, Bounds bounds);

  /**
   * Where an owned lane goes on.
   *
   * @param epoch of this owner
   * @param position the first position that is not applied
   * @param state left inside the record at that position
   */
  record LaneStanding(long epoch, long position, Optional<byte[]> state) {}

  /** An owner of a lane, as {@link #ownLanes} made it. */
  record LaneClaim(String lane, long epoch) {}

  /**
   * What is known about an owned record.
   *
   * @param epoch of this owner
   * @param applied whether nothing is left to do
   * @param state left by the last step
   */
  record RecordStanding(long epoch, boolean applied, Optional<byte[]> state) {}

  /** An owner of a record, as {@link #ownRecord} made it. */
  record RecordClaim(String id, long epoch) {}

  /**
   * How long a transaction may be tried again.
   *
   * @param within from the call on; not later than the end of the handler's try
   * @param ended completes when the try is dead: what is not being committed by then is rolled back
   */
  record Bounds(Duration within, Future<Void> ended) {}

  /** Work on records of a lane. */
  @FunctionalInterface
  interface LaneWork<C> {
    Future<?> apply(C connection, long from);
  }

  /** Work on records with ids. */
  @FunctionalInterface
  interface RecordsWork<C> {
    Future<?> apply(C connection, BitSet fresh);
  }

  /** Work inside a record; answers with the state to go on from, ignored by the last step. */
  @FunctionalInterface
  interface StepWork<C> {
    Future<byte[]> apply(C connection);
  }

  /**
   * Somebody else owns it by now, or its owner does not know any more how far it is. Nothing is
   * committed for this claim any more.
   */
  final class Fenced extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what was taken, and the epoch it is at. */
    public Fenced(String message) {
      super(message);
    }
  }
}
