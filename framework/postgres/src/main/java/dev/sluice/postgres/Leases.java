package dev.sluice.postgres;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of what is claimed at a third of their length, gives the lane up when one is
 * lost, and tidies the table up for everybody: expired claims become available, old finished jobs
 * go. On the private loop only.
 */
final class Leases {
  private static final Logger LOGGER = LoggerFactory.getLogger(Leases.class);
  private static final Duration LONGEST_BEAT = Duration.ofSeconds(2);
  private static final int BEATS = 15;

  private final JobsTable table;
  private final JobsLane lane;
  private final Settling settling;
  private final Claimer claimer;
  private final Clock clock;
  private final Duration lease;
  private final Trouble trouble = new Trouble();

  private Timers.Timer timer;
  private long renewedNanos;
  private Future<Void> renewing = Future.succeededFuture();
  private boolean tidying;
  private volatile long beatNanos;

  Leases(JobsTable table, JobsLane lane, Settling settling, Claimer claimer, Clock clock) {
    this.table = table;
    this.lane = lane;
    this.settling = settling;
    this.claimer = claimer;
    this.clock = clock;
    this.lease = table.lease();
  }

  void start(Timers timers) {
    renewedNanos = clock.nanos();
    beatNanos = renewedNanos;
    Duration beat = lease.dividedBy(BEATS);
    timer = timers.every(beat.compareTo(LONGEST_BEAT) < 0 ? beat : LONGEST_BEAT, this::beat);
  }

  void stop() {
    if (timer != null) {
      timer.cancel();
    }
  }

  /** How long ago the thread last did its round. Callable from any thread. */
  Duration sinceBeat() {
    return clock.since(beatNanos);
  }

  private void beat() {
    long now = clock.nanos();
    if (lane.claims().anyOlderThan(lease, now)) {
      // Somebody else may have them by now. Found out without the server, which may be away.
      lose("no renewal was answered for a whole lease of " + lease);
    }
    if (renewing.isComplete() && clock.since(renewedNanos).compareTo(lease.dividedBy(3)) >= 0) {
      renew(now);
    }
    if (!tidying) {
      tidy();
    }
    beatNanos = now;
  }

  /**
   * Renews everything claimed, whatever its age.
   *
   * @return completes when the server has answered; a lane that is lost is given up by then
   */
  Future<Void> confirm() {
    return renewing.isComplete()
        ? confirmNow()
        : renewing.transform(earlier -> confirmNow()); // It may be as old as what is doubted.
  }

  private Future<Void> confirmNow() {
    long now = clock.nanos();
    if (lane.claims().anyOlderThan(lease, now)) {
      lose("its leases may have run out while this process did not run");
    }
    return renew(now);
  }

  private Future<Void> renew(long asked) {
    List<Claim> claims = lane.claims().all();
    if (claims.isEmpty()) {
      renewedNanos = asked;
      return Future.succeededFuture();
    }
    renewing =
        table
            .renew(claims)
            .onSuccess(
                renewed -> {
                  trouble.over();
                  renewedNanos = asked;
                  lane.claims().renewed(renewed.ours(), asked);
                  lookForLosses(claims, renewed.ours());
                  lane.withdraw(renewed.unwanted());
                })
            .onFailure(failure -> trouble.failed("renewing leases", failure))
            .mapEmpty();
    return renewing;
  }

  private void lookForLosses(List<Claim> asked, Set<Long> ours) {
    long lost =
        asked.stream()
            .filter(claim -> !ours.contains(claim.token()))
            // Ended meanwhile, or about to be told apart by the settle that is under way.
            .filter(claim -> lane.claims().holds(claim) && !settling.underWay(claim))
            .count();
    if (lost > 0) {
      lose(lost + " leases have run out and were taken");
    }
  }

  private void lose(String why) {
    lane.lose(why);
    claimer.wake();
  }

  private void tidy() {
    tidying = true;
    table
        .reclaim()
        .onSuccess(
            reclaimed -> {
              if (reclaimed.available() > 0) {
                LOGGER.warn(
                    "{} jobs whose lease had run out are available again", reclaimed.available());
                claimer.wake();
              }
              if (reclaimed.dead() > 0) {
                LOGGER.error(
                    "{} jobs are dead: the lease of their last attempt has run out",
                    reclaimed.dead());
              }
            })
        .compose(reclaimed -> table.sweep())
        .onComplete(
            swept -> tidying = false,
            failure -> {
              tidying = false;
              LOGGER.debug("tidying up failed", failure);
            });
  }
}
