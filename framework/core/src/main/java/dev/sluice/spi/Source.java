package dev.sluice.spi;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.Settlement;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One open source. Methods are called on the engine's event loop and must not block; futures may
 * complete on any thread.
 */
public interface Source {

  /** What this source can do; constant. */
  Set<Capability> capabilities();

  /**
   * How many positions behind the settled one a source with {@code DONE_BEYOND} surely keeps what
   * is done of, whatever the pattern; a lane that holds as many is paused until it holds fewer.
   * Constant.
   */
  default long keepsBeyond() {
    return Long.MAX_VALUE;
  }

  /**
   * Where records go that are to come again later. Constant, and asked before {@link #open}.
   *
   * @return empty unless the source has {@code DELAYED_RETRY} and the pipeline asks for delays
   */
  default Optional<DelayedRetries> delayedRetries() {
    return Optional.empty();
  }

  /**
   * What the resume states of one lane may take together, {@link
   * dev.sluice.progress.ResumeState#OVERHEAD} bytes for each included; a checkpoint whose state
   * does not fit is told so. Only asked with {@code RESUME_STATE}. Constant.
   */
  default int stateBytes() {
    return 1 << 20;
  }

  /**
   * Of which kind the records of a lane are. Asked once for each lane when the engine hears that it
   * is open, and only with {@link SourceContext#kinds()}; constant for a lane.
   *
   * @return one of these kinds, never empty with kinds: a lane of no kind has no handler and ends
   *     the worker as a fault of the source
   */
  default Optional<String> kind(LaneRef lane) {
    return Optional.empty();
  }

  /**
   * Connects and starts delivering to the engine. Called once.
   *
   * @param within give up after this
   * @return fails with {@link dev.sluice.api.InvalidSetup} when the operator must mend something
   */
  Future<Void> open(Engine engine, Duration within);

  /**
   * Looks whether {@link #open} would succeed, and changes nothing: no record is read, no group
   * joined, nothing claimed or made. Called instead of {@link #open}; {@link #close} follows.
   *
   * @param within give up after this
   * @return what was found, at least one thing; may also fail with {@link
   *     dev.sluice.api.InvalidSetup}, which counts as a thing that is wrong
   */
  default Future<List<Checked>> check(Duration within) {
    return Future.succeededFuture(
        List.of(Checked.notChecked("pipeline.source", "this adapter can't check anything")));
  }

  /** Stops delivery of a lane; batches already on their way may still arrive. Idempotent. */
  void pause(LaneRef lane);

  /** Takes delivery of a lane up again. Idempotent. */
  void resume(LaneRef lane);

  /**
   * Stops delivery of all lanes, for good. Lanes, leases and sessions are kept alive until {@link
   * #close}.
   *
   * @return completes when no further batch will be handed to the engine
   */
  Future<Void> stopIntake();

  /**
   * How many calls of {@link #settle} this source stands at once, one at least. With more than one
   * the engine asks again before the answer, for other records; calls are made in the order in
   * which records ended, and may be answered in any order. Only asked of an {@code INDIVIDUAL}
   * source without {@code RESUME_STATE}: elsewhere a settlement replaces the one before, so one
   * call is outstanding whatever stands here. Constant.
   */
  default int settlesAtOnce() {
    return 1;
  }

  /**
   * Settles. The engine has at most {@link #settlesAtOnce} calls of this outstanding, and no record
   * is in two of them. A drain waits for all of them together, within the time to settle.
   *
   * @param settlements of a cumulative source at most one {@code Done} a lane; of an individual one
   *     any number of stretches, {@code Done} and {@code HandBack}, and single records, {@code
   *     RetryLater} where it counts attempts and {@code Dead} with {@code KEEPS_FAILED}, none
   *     touched by two. A source that keeps what is carried also gets a {@code Done} without
   *     records, when there is nothing new but that
   * @param within give up after this
   * @return never fails: what could not be settled stands in the result
   */
  Future<SettleResult> settle(List<Settlement> settlements, Duration within);

  /**
   * Leaves a mark with every lane that is open, and with each that is opened from now on, in place
   * of the last one: the next owner is given it in its {@link
   * dev.sluice.progress.ResumePoint#previous()}. At the same time it asks whoever gives the lanes
   * whether they are still this worker's. A source without a place for marks only asks.
   *
   * <p>The engine may call it while a settle or an earlier mark is outstanding, also during a
   * drain.
   *
   * @param within give up after this
   * @return completes when every lane that is still open was confirmed after this call; those that
   *     turned out not to be were reported lost before. Fails when nobody could tell in time
   */
  Future<Void> mark(OwnerMark mark, Duration within);

  /**
   * Whether there is anything left to wait for, as far as the source can tell.
   *
   * @param except lanes that do not count, because they are halted
   * @return completes with {@link Idleness}; a failure counts as busy
   */
  Future<Idleness> idleness(Set<LaneRef> except);

  /**
   * Whether the source's own threads make progress; false fails liveness. Callable from any thread,
   * never blocks. A broker that is away does not make a source dead.
   */
  boolean alive();

  /**
   * Leaves: no rebalance callback after it changes anything. Called once, also when {@link #open}
   * has failed or has not completed.
   *
   * @param within give up after this
   */
  Future<Void> close(Duration within);
}
