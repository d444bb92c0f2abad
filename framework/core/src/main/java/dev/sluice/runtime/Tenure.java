package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.spi.TransactionStore.LaneStanding;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Optional;

/**
 * What is known of one lane in the store of its transactions: the epoch this worker owns it with,
 * how far it is applied there, and the state left inside the record at that position. On the event
 * loop.
 */
final class Tenure {
  /** So often may somebody else take a lane that the source says is ours. */
  private static final int MOST_LOSSES = 3;

  private static final Duration LOSSES_PER = Duration.ofMinutes(1);

  private final LaneRef lane;
  private final Ceiling losses;
  private LaneClaim claim;
  private boolean held;
  private boolean doubtful;
  private long position;
  private byte[] state;
  private int calls;
  private Promise<Void> quiet = Promise.promise();

  Tenure(LaneRef lane, LaneStanding standing, Clock clock) {
    this.lane = lane;
    this.losses = new Ceiling(clock, MOST_LOSSES, LOSSES_PER);
    own(standing);
  }

  LaneRef lane() {
    return lane;
  }

  /** The store has made this worker the owner, once more perhaps. */
  void own(LaneStanding standing) {
    claim = new LaneClaim(lane.name(), standing.epoch());
    held = true;
    doubtful = false;
    position = standing.position();
    state = standing.state().orElse(null);
  }

  LaneClaim claim() {
    return claim;
  }

  /** False while somebody else owns the lane as far as the store has told. */
  boolean held() {
    return held;
  }

  /**
   * The store has refused a claim.
   *
   * @return true when that was the present one
   */
  boolean lose(LaneClaim refused) {
    boolean lost = held && refused.equals(claim);
    held &= !lost;
    return lost;
  }

  /** Whether the lane may be owned again after it was lost; counts it. */
  boolean mayOwnAgain() {
    return losses.take();
  }

  /** Before this position everything is applied or passed over. */
  long position() {
    return position;
  }

  /** The store has committed a position. */
  void applied(long next) {
    if (next > position) {
      position = next;
      state = null;
    }
  }

  /**
   * A transaction of this lane goes on until a call is answered.
   *
   * @param call completes on the loop
   * @return the call
   */
  Future<Void> during(Future<Void> call) {
    calls++;
    return call.onComplete(
        answered -> {
          calls--;
          if (calls == 0) {
            Promise<Void> over = quiet;
            quiet = Promise.promise();
            over.complete();
          }
        });
  }

  /** Completes on the loop when no transaction of this lane goes on. */
  Future<Void> quiet() {
    return calls == 0 ? Future.succeededFuture() : quiet.future();
  }

  /** A step inside the record at the position has begun: what the store has is not known. */
  void stepping() {
    doubtful = true;
  }

  /**
   * The step is committed.
   *
   * @param by the claim it was made with: a late answer says nothing about what came since
   * @return false for a late answer
   */
  boolean stepped(LaneClaim by, byte[] left) {
    boolean present = by.equals(claim);
    if (present) {
      doubtful = false;
      state = left;
    }
    return present;
  }

  /** A step was begun and nobody has heard how it ended. */
  boolean doubtful() {
    return doubtful;
  }

  /** What the last step has left inside the record at the position. */
  Optional<byte[]> state() {
    return Optional.ofNullable(state);
  }
}
