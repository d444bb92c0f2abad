package dev.sluice.postgres;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
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
  private boolean renewing;
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
    if (!renewing && clock.since(renewedNanos).compareTo(lease.dividedBy(3)) >= 0) {
      renew(now);
    }
    if (!tidying) {
      tidy();
    }
    beatNanos = now;
  }

  private void renew(long asked) {
    List<Claim> claims = lane.claims().all();
    if (claims.isEmpty()) {
      renewedNanos = asked;
      return;
    }
    renewing = true;
    table
        .renew(claims)
        .onComplete(
            ours -> {
              renewing = false;
              trouble.over();
              renewedNanos = asked;
              lane.claims().renewed(ours, asked);
              lookForLosses(claims, ours);
            },
            failure -> {
              renewing = false;
              trouble.failed("renewing leases", failure);
            });
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
              if (reclaimed > 0) {
                LOGGER.warn("{} jobs whose lease had run out are available again", reclaimed);
                claimer.wake();
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
