package dev.sluice.postgres;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Looks for the jobs of a lane, one look at a time: again at once while there is more, after
 * growing pauses while there is none (after the longest one while news of jobs arrive by
 * themselves), not at all while the lane holds enough. On the private loop only.
 */
final class Claimer {
  private static final long MOST_BYTES = 16L << 20;
  private static final int STEPS = 16;
  private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

  /** For how long looks go on where the last one ended, past what is new and more urgent. */
  private static final Duration GOES_ON = Duration.ofMillis(200);

  private final JobsTable table;
  private final ClaimSql statement;
  private final JobsLane lane;
  private final JobsLanes lanes;
  private final PrivateLoop loop;
  private final Clock clock;
  private final Timers timers;
  private final Duration longestPause;
  private final BooleanSupplier told;
  private final Runnable unanswered;
  private final Trouble trouble = new Trouble();

  private Timers.Timer waiting;
  private Duration pause;
  private ClaimedJob.Place place;
  private long lookedAllOverNanos;
  private boolean looking;
  private boolean again;
  private boolean stopped;
  private boolean answerLost;
  private Promise<Void> quiet = Promise.promise();

  /**
   * @param statement claims for the lane
   * @param lanes all lanes, among them this one
   * @param longestPause between two looks
   * @param told whether news of jobs arrive by themselves
   * @param unanswered a claim was not answered, and may have been made or be made yet
   */
  Claimer(
      JobsTable table,
      ClaimSql statement,
      JobsLane lane,
      JobsLanes lanes,
      PrivateLoop loop,
      Clock clock,
      Duration longestPause,
      BooleanSupplier told,
      Runnable unanswered) {
    this.table = table;
    this.statement = statement;
    this.lane = lane;
    this.lanes = lanes;
    this.loop = loop;
    this.clock = clock;
    this.timers = loop.timers();
    this.longestPause = longestPause;
    this.told = told;
    this.unanswered = unanswered;
    this.pause = firstPause();
  }

  /** The lane for which it looks. */
  JobsLane lane() {
    return lane;
  }

  /** Whether anything is due or claimed by anybody. */
  Future<Boolean> busy() {
    return table.busy(statement, lane.kind());
  }

  /** Something may be there: looks now, or once more after the look that is under way. */
  void wake() {
    pause = firstPause();
    if (looking) {
      again = true;
    } else {
      look();
    }
  }

  /**
   * Looks no more. What a look under way brings is handed back.
   *
   * @return completes when no look is under way
   */
  Future<Void> stop() {
    stopped = true;
    cancelWaiting();
    if (!looking) {
      quiet.tryComplete();
    }
    return quiet.future();
  }

  private void look() {
    cancelWaiting();
    if (stopped || lane.paused()) {
      return;
    }
    looking = true;
    again = false;
    Future<Integer> cleared =
        answerLost
            ? table
                .release(lane.claimant(), lane.claims().ids())
                .onSuccess(released -> answerLost = false)
            : Future.succeededFuture(0);
    cleared.compose(released -> claim()).onComplete(this::took, this::failed);
  }

  /** Answers how long the next look may wait. */
  private Future<Duration> claim() {
    if (stopped) {
      return Future.succeededFuture(longestPause);
    }
    long asked = clock.nanos();
    if (clock.since(lookedAllOverNanos).compareTo(GOES_ON) >= 0) {
      place = null;
    }
    ClaimedJob.Place from = place;
    if (from == null) {
      lookedAllOverNanos = asked;
    }
    return table
        .claim(statement, from, MOST_BYTES, lane.claimant(), lanes.mark(), lane.kind())
        .onFailure(
            failure -> {
              answerLost = true;
              unanswered.run();
            })
        .compose(jobs -> jobs.isEmpty() ? nothing(from) : take(jobs, asked));
  }

  private Future<Duration> nothing(ClaimedJob.Place from) {
    place = null;
    // Only a look all over says that there is nothing.
    return Future.succeededFuture(from == null ? pause : Duration.ZERO);
  }

  private Future<Duration> take(List<ClaimedJob> jobs, long asked) {
    if (stopped) {
      return table
          .settle(
              jobs.stream()
                  .map(job -> new Act(new Claim(job.id(), job.token()), Act.Kind.BACK, null))
                  .toList())
          .map(longestPause);
    }
    place = jobs.get(jobs.size() - 1).place();
    // At once: only an empty table says that there is no more.
    pause = firstPause();
    return lane.deliver(jobs, asked).map(Duration.ZERO);
  }

  private void took(Duration wait) {
    // The engine answers on any thread.
    loop.run(
        () -> {
          ended();
          trouble.over();
          if (again || wait.isZero()) {
            look();
          } else {
            lookIn(wait);
            pause = longer(pause, longestPause);
          }
        });
  }

  private void failed(Throwable failure) {
    loop.run(
        () -> {
          ended();
          trouble.failed("looking for jobs", failure);
          pause = pause.compareTo(AFTER_FAILURE) < 0 ? AFTER_FAILURE : pause;
          lookIn(pause);
          pause = longer(pause, longestPause.multipliedBy(4));
        });
  }

  private void ended() {
    looking = false;
    if (stopped) {
      quiet.tryComplete();
    }
  }

  private void lookIn(Duration wait) {
    if (!stopped) {
      waiting = timers.once(wait, this::look);
    }
  }

  private void cancelWaiting() {
    if (waiting != null) {
      waiting.cancel();
      waiting = null;
    }
  }

  private Duration firstPause() {
    return told.getAsBoolean() ? longestPause : longestPause.dividedBy(STEPS);
  }

  private static Duration longer(Duration pause, Duration longest) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }
}
