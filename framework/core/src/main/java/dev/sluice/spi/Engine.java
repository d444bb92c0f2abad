package dev.sluice.spi;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The engine as a source sees it. Every method may be called from any thread and returns at once;
 * calls of one thread take effect in their order.
 */
public interface Engine {

  /**
   * A lane is this worker's from now on.
   *
   * <p>Where handlers write in transactions with their position, the store of these transactions
   * knows better than the source where the lane goes on; the engine owns the lane there first. A
   * source with {@link Capability#SEEK} delivers nothing of the lane before the answer has come,
   * and then from the answer's position on, which it takes for settled. It need not wait: until
   * then the lane may be revoked or lost like any other, and an answer to a lane that is gone
   * fails. What the source kept with the lane is not asked for any more; what it settles carries
   * nothing.
   *
   * @param lane the lane with a generation not used before in this process
   * @param at the first position that the source would deliver, and what it kept with it
   * @return completes with where the lane goes on: at once with {@code at}, unless {@link
   *     #placesLanes}
   */
  Future<ResumePoint> laneOpened(LaneRef lane, ResumePoint at);

  /**
   * Whether {@link #laneOpened} answers with positions of a store of transactions. Such a position
   * never goes back: a source stops a lane whose position lies behind the end of its log instead.
   * Constant.
   */
  default boolean placesLanes() {
    return false;
  }

  /**
   * Records of a lane come from an owner that has not ended them, and this is its last mark. For
   * sources whose lanes are not handed from owner to owner as a whole, so that {@link
   * ResumePoint#previous()} can't say it (a jobs table). Counts as one takeover; once per owner and
   * run is enough, as the engine says how it ended once.
   *
   * @param lane the lane in which they come; before the batch that brings them
   * @param previous the mark
   */
  void takenOver(LaneRef lane, OwnerMark previous);

  /**
   * Hands over what one poll brought, one batch a lane. The engine answers with {@link
   * Source#pause} when a lane holds enough.
   *
   * @return completes when the engine has taken the batches into its lanes; a source that polls
   *     ahead bounds the number of futures outstanding
   */
  Future<Void> batches(Map<LaneRef, Batch> batches);

  /**
   * Lanes are about to be taken away. Intake of these lanes stops at once, what is only buffered is
   * dropped, started tries are waited for.
   *
   * @param lanes the lanes to give up
   * @param within one bound for all of them, after which started work is cut
   * @return completes within about {@code within} with what may still be settled; the source
   *     settles it and answers with {@link #lanesReleased}
   */
  Future<List<Settlement>> lanesRevoked(Set<LaneRef> lanes, Duration within);

  /**
   * The last settle of revoked lanes is over; the lanes are gone.
   *
   * @param lanes the lanes of the preceding {@link #lanesRevoked}
   * @param result what became of its settlements
   */
  void lanesReleased(Set<LaneRef> lanes, SettleResult result);

  /** Lanes are gone without notice. Their work is cut and never settled. */
  void lanesLost(Set<LaneRef> lanes);

  /**
   * Records are wanted back before they are done. What no try has is handed back at once; a try
   * that runs with one of them is ended as if it were cut, and when its handler has come back the
   * record is handed back while the others of its chunk are tried again, with no failure counted.
   * What has ended by then, or is being given up, stays as it is. It is the same while a dependency
   * is down, also for the record that is just being probed; what is left of the work is probed
   * next, and with nothing left the outage is over until a try says so again. On a lane that ends
   * nothing is cut short: what it does not finish is handed back anyway. One that has stopped has
   * handed everything back that no try has. May be asked again and again; what is wanted back
   * together is best named in one call, so that nothing of it starts in the place of the rest.
   *
   * @param lane as it is owned now; any other is left alone
   * @param positions of the records, from an individual source
   */
  void withdrawn(LaneRef lane, Set<Long> positions);

  /**
   * Where lanes end now, so that people see how far there is to go.
   *
   * @param positions the position after the last record of each lane; unknown lanes are left out
   */
  void ends(Map<LaneRef, Long> positions);

  /** One lane can't go on (for example its position is out of range); the others can. */
  void laneFailed(LaneRef lane, Throwable cause);

  /** The source is broken for good. The worker drains and ends with exit code 1. */
  void failed(Throwable cause);
}
