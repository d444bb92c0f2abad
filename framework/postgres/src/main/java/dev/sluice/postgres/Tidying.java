package dev.sluice.postgres;

import dev.sluice.time.Clock;
import io.vertx.core.Future;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tidies a queue up, one round at a time: claims whose lease has run out become available, old jobs
 * that have ended go.
 *
 * <p>An outage of the database is no reason to think a worker dead. So whoever has heard of the
 * server again first hands its own claims back that ran out meanwhile, with their attempt, and
 * takes those of others only when all had the time for that. On the private loop only.
 */
final class Tidying {
  private static final Logger LOGGER = LoggerFactory.getLogger(Tidying.class);

  private final JobsTable table;
  private final JobsLanes lanes;
  private final String claimants;
  private final Pruning pruning;
  private final Clock clock;
  private final Runnable available;
  private final Trouble tidying = new Trouble();
  private final Trouble pruningTrouble = new Trouble();

  private boolean underWay;
  private boolean inTouch;
  private long inTouchSince;
  private boolean left;
  private long leftAt;

  /**
   * @param claimants how the names begin under which this source claims
   * @param available jobs may have become available
   */
  Tidying(
      JobsTable table,
      JobsLanes lanes,
      String claimants,
      Pruning pruning,
      Clock clock,
      Runnable available) {
    this.table = table;
    this.lanes = lanes;
    this.claimants = claimants;
    this.pruning = pruning;
    this.clock = clock;
    this.available = available;
  }

  /** Claims of this source were left to their leases, because nobody answered. */
  void left() {
    left = true;
    leftAt = clock.nanos();
  }

  /** Does what there is to do, unless the round before is still under way. */
  void round() {
    if (underWay) {
      return;
    }
    underWay = true;
    long asked = clock.nanos();
    handOwnBack(asked)
        .compose(own -> mayReclaim() ? reclaim() : Future.succeededFuture())
        .onComplete(
            done -> {
              tidying.over();
              if (!inTouch) {
                inTouch = true;
                inTouchSince = clock.nanos();
              }
            },
            failure -> {
              inTouch = false;
              // Counts from when the server is heard again: until then nothing could be handed
              // back.
              leftAt = clock.nanos();
              tidying.failed("taking back jobs whose lease has run out", failure);
            })
        // Says nothing about being in touch: old rows that stay must not keep claims of the dead.
        .compose(reclaimed -> prune())
        .onComplete(over -> underWay = false);
  }

  private Future<Integer> prune() {
    return pruning
        .round()
        .onSuccess(gone -> pruningTrouble.over())
        .onFailure(failure -> pruningTrouble.failed("removing old jobs", failure));
  }

  private Future<Integer> handOwnBack(long asked) {
    if (!left) {
      return Future.succeededFuture(0);
    }
    return table
        .releaseExpired(claimants, lanes.ids())
        .onSuccess(
            own -> {
              // What a call renewed or claimed whose answer got lost has run out by then.
              left = asked - leftAt < 2 * table.lease().toNanos();
              if (own > 0) {
                LOGGER.info("{} jobs whose lease ran out in an outage are handed back", own);
                available.run();
              }
            });
  }

  private boolean mayReclaim() {
    return inTouch && clock.since(inTouchSince).compareTo(grace()) >= 0;
  }

  /** How long everybody has to hand back what is theirs. */
  private Duration grace() {
    return table.lease().dividedBy(3);
  }

  private Future<Reclaimed> reclaim() {
    return table
        .reclaim()
        .onSuccess(
            reclaimed -> {
              if (reclaimed.available() > 0) {
                LOGGER.warn(
                    "{} jobs whose lease had run out are available again", reclaimed.available());
                available.run();
              }
              if (reclaimed.dead() > 0) {
                LOGGER.error(
                    "{} jobs are dead: the lease of their last attempt has run out",
                    reclaimed.dead());
              }
            });
  }
}
