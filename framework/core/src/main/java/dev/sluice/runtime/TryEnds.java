package dev.sluice.runtime;

import dev.sluice.api.Outcome;
import dev.sluice.config.OnFailure;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** What follows from the end of a try: done, stopped, failed, or too late. On the event loop. */
final class TryEnds<T> {
  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final Strand<T> strand;
  private final Graves<T> graves;
  private final StrandLog log;

  TryEnds(LaneRun<T> lane, LaneParts<T> parts, Strand<T> strand, Graves<T> graves, StrandLog log) {
    this.lane = lane;
    this.parts = parts;
    this.strand = strand;
    this.graves = graves;
    this.log = log;
  }

  /** The engine was waiting for it. */
  void inTime(RunningTry<T> ended, TryEnd end) {
    lane.account().checkpoint(ended, ended.progress().end("it has completed"));
    boolean finished = end instanceof TryEnd.Finished;
    if (finished && ((TryEnd.Finished) end).outcome() == Outcome.DONE) {
      strand.count(TryCount.FINISHED);
      lane.account().finished(ended).ifPresent(strand::leaveBehind);
      // Last, because it may wake every strand: work must be in its place by then.
      parts.host().outage().answered(strand);
    } else if (finished && lane.draining()) {
      strand.count(TryCount.CHECKPOINTED);
      handBackRest(ended);
    } else {
      failed(ended, end.cause());
    }
  }

  /** A handler has come back after the engine stopped waiting for it: too late to count. */
  void late(RunningTry<T> ended, TryEnd end) {
    if (end instanceof TryEnd.Finished) {
      parts.tally().lateCompletions.incrementAndGet();
    }
    if (ended.givenUp()) {
      return;
    }
    if (!lane.mayStart()) {
      handBackRest(ended);
      return;
    }
    if (ended.withdrawn().isEmpty()) {
      Duration limit = parts.task().limit();
      failed(ended, new TimeoutException("no end within the limit of " + limit));
    } else {
      goOnWithoutWithdrawn(ended);
    }
  }

  /**
   * The handler has let go of what the source wants back. The others were not to blame, nor shown
   * to be when the limit was over as well: they are tried again.
   */
  private void goOnWithoutWithdrawn(RunningTry<T> ended) {
    ended.withdrawn().forEach(number -> lane.account().handBack(number, number + 1));
    lane.account().progressed();
    ended
        .rest(lane.ledger())
        .ifPresent(others -> strand.queue().addFirst(new Work(others, ended.failures(), true)));
  }

  private void handBackRest(RunningTry<T> ended) {
    ended
        .rest(lane.ledger())
        .ifPresent(ended.records().passedOver() ? strand::leaveBehind : lane.account()::handBack);
  }

  private void failed(RunningTry<T> ended, Throwable cause) {
    if (!lane.mayStart()) {
      log.failedWhileEnding(cause);
      strand.count(TryCount.HANDED_BACK);
      ended.rest(lane.ledger()).ifPresent(strand::leaveBehind);
      return;
    }
    ended
        .rest(lane.ledger())
        .ifPresentOrElse(
            rest -> judge(new Work(rest, ended.failures(), true), cause, ended.fenced()),
            () -> {
              log.failedAfterAll(cause);
              // Nothing is left that could be probed: another's turn, or the end of the outage.
              parts.host().outage().left(strand);
            });
  }

  private void judge(Work work, Throwable cause, boolean fenced) {
    if (fenced) {
      // Nothing is said about the work; the records are looked at again once they are surely ours.
      log.fenced(work, cause);
      strand.queue().addFirst(work);
      strand.pauseFor(parts.policy().pause());
      parts.host().outage().answered(strand);
      return;
    }
    FailurePolicy.Verdict verdict = parts.policy().judge(work, cause);
    if (verdict instanceof FailurePolicy.Down) {
      strand.queue().addFirst(work);
      parts.host().outage().failed(strand, Causes.brief(cause));
      return;
    }
    Work failed = new Work(work.rest(), work.failures() + 1, true);
    if (verdict instanceof FailurePolicy.Retry again) {
      log.retry(failed, again.pause(), cause);
      strand.queue().addFirst(failed);
      strand.pauseFor(again.pause());
    } else if (verdict instanceof FailurePolicy.Later later) {
      log.later(failed, later.pause(), cause);
      lane.account().retryLater(failed.rest(), later.pause(), Causes.brief(cause));
    } else if (verdict instanceof FailurePolicy.Split split) {
      log.split(failed, split.pause(), cause);
      int half = failed.size() / 2;
      strand.queue().addFirst(failed.part(half, failed.size()));
      strand.queue().addFirst(failed.part(0, half));
      strand.pauseFor(split.pause());
    } else {
      OnFailure how = ((FailurePolicy.GivenUp) verdict).how();
      if (graves.failed(failed, how, cause)) {
        // Its writing begins in the place that this try is just leaving.
        parts.host().occupy();
      }
    }
    parts.host().outage().answered(strand);
  }
}
