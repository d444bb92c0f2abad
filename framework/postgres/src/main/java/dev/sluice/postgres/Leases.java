package dev.sluice.postgres;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Renews the leases of what is claimed at a third of their length, and gives a lane up when one of
 * them is lost. On the private loop only.
 */
final class Leases {
  private static final Duration LONGEST_BEAT = Duration.ofSeconds(2);
  private static final int BEATS = 15;

  private final JobsTable table;
  private final JobsLanes lanes;
  private final Settling settling;
  private final Tidying tidying;
  private final Consumer<JobsLane> reopened;
  private final Clock clock;
  private final Duration lease;
  private final Trouble trouble = new Trouble();

  private Timers.Timer timer;
  private long renewedNanos;
  private List<Claim> locked = List.of();
  private Future<Void> renewing = Future.succeededFuture();
  private volatile long beatNanos;

  /**
   * @param tidying is done at every beat
   * @param reopened a lane was lost and is open again
   */
  Leases(
      JobsTable table,
      JobsLanes lanes,
      Settling settling,
      Tidying tidying,
      Clock clock,
      Consumer<JobsLane> reopened) {
    this.table = table;
    this.lanes = lanes;
    this.settling = settling;
    this.tidying = tidying;
    this.clock = clock;
    this.reopened = reopened;
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
    // Somebody else may have them by now. Found out without the server, which may be away.
    loseOlderThanTheLease(now, "no renewal was answered for a whole lease of " + lease);
    if (renewing.isComplete()) {
      if (clock.since(renewedNanos).compareTo(lease.dividedBy(3)) >= 0) {
        renewAll(now);
      } else if (!locked.isEmpty()) {
        renew(now, locked);
      }
    }
    tidying.round();
    beatNanos = now;
  }

  private void loseOlderThanTheLease(long now, String why) {
    for (JobsLane lane : lanes.all()) {
      if (lane.claims().anyOlderThan(lease, now)) {
        tidying.left();
        boolean rowsLocked = locked.stream().anyMatch(lane.claims()::holds);
        lose(
            lane,
            rowsLocked
                ? "another transaction has had rows of its jobs locked for a whole lease of "
                    + lease
                : why);
      }
    }
  }

  /**
   * Renews everything claimed, whatever its age.
   *
   * @return completes when the server has answered; lanes that are lost are given up by then
   */
  Future<Void> confirm() {
    return renewing.isComplete()
        ? confirmNow()
        : renewing.transform(earlier -> confirmNow()); // It may be as old as what is doubted.
  }

  private Future<Void> confirmNow() {
    long now = clock.nanos();
    loseOlderThanTheLease(now, "its leases may have run out while this process did not run");
    return renewAll(now);
  }

  private Future<Void> renewAll(long asked) {
    List<Claim> claims = lanes.claims();
    if (claims.isEmpty()) {
      locked = List.of();
      renewedNanos = asked;
      return Future.succeededFuture();
    }
    return renew(asked, claims).onSuccess(answered -> renewedNanos = asked);
  }

  private Future<Void> renew(long asked, List<Claim> claims) {
    renewing =
        table
            .renew(claims, lanes.mark())
            .onSuccess(
                renewed -> {
                  Set<Long> ours = renewed.ours();
                  trouble.over();
                  // Those keep the age they have: nobody takes them while they are locked, but
                  // whoever is faster may have them afterwards.
                  locked =
                      claims.stream()
                          .filter(claim -> ours.contains(claim.token()))
                          .filter(claim -> !renewed.kept().contains(claim.token()))
                          .toList();
                  lanes.all().forEach(lane -> lane.claims().renewed(renewed.kept(), asked));
                  Set<Claim> taken = new HashSet<>(claims);
                  taken.removeIf(claim -> ours.contains(claim.token()));
                  lanes.all().forEach(lane -> lookForLosses(lane, taken));
                  lanes.all().forEach(lane -> lane.withdraw(renewed.unwanted()));
                })
            .onFailure(failure -> trouble.failed("renewing leases", failure))
            .mapEmpty();
    return renewing;
  }

  private void lookForLosses(JobsLane lane, Set<Claim> taken) {
    long lost =
        taken.stream()
            // Ended meanwhile, or about to be told apart by the settle that is under way.
            .filter(claim -> lane.claims().holds(claim) && !settling.underWay(claim))
            .count();
    if (lost > 0) {
      lose(lane, lost + " leases have run out and were taken");
    }
  }

  private void lose(JobsLane lane, String why) {
    lane.lose(why);
    reopened.accept(lane);
  }
}
