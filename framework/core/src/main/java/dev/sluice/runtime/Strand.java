package dev.sluice.runtime;

import dev.sluice.api.Outcome;
import dev.sluice.api.TryEnded;
import dev.sluice.config.OnFailure;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeoutException;

/**
 * Work that runs in order, one try at a time: a whole lane, one key slot of it, or a single chunk.
 * A failed chunk, its parts after a split and its retries stay at the head, so nothing passes them.
 * Confined to the event loop.
 */
final class Strand<T> implements RunningTry.Listener<T>, Places.Waiter {
  private static final Timers.Timer NONE = () -> {};

  /** Where a strand gets its chunks from. */
  interface Feed {
    /** Whether there is a chunk to cut now. */
    boolean ready();

    /** Cuts the next chunk; only when ready. */
    RawChunk cut();

    /** Nothing is left to do in the strand and nothing is to be cut. */
    void idle();
  }

  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final Feed feed;
  private final StrandLog log;
  private final HandlerWatch<T> watch;
  private final Deque<Work> waiting = new ArrayDeque<>(2);

  private Work starting;
  private RunningTry<T> running;
  private Burial burial;
  private Timers.Timer pause = NONE;
  private boolean pausing;

  /** The record whose dead letter is being written. */
  private static final class Burial {
    private final Work work;
    private final Throwable cause;

    Burial(Work work, Throwable cause) {
      this.work = work;
      this.cause = cause;
    }
  }

  Strand(LaneRun<T> lane, LaneParts<T> parts, Feed feed) {
    this.lane = lane;
    this.parts = parts;
    this.feed = feed;
    this.log = new StrandLog(lane.ref(), parts.settings());
    this.watch = new HandlerWatch<>(lane, parts);
  }

  LaneRun<T> lane() {
    return lane;
  }

  /** The engine waits for a try or for a dead letter. */
  boolean inFlight() {
    return burial != null || (running != null && running.progress().alive());
  }

  /** A handler has not come back, waited for or not. */
  boolean handlerInside() {
    return running != null;
  }

  /** A handler is inside, a dead letter is under way, or cut work waits. */
  boolean busy() {
    return running != null || burial != null || !waiting.isEmpty();
  }

  /** The age of the try in flight, or zero. */
  Duration age() {
    return running == null ? Duration.ZERO : running.progress().age();
  }

  /** Records cut and not ended, counted from the work itself. */
  long held() {
    long held = starting == null ? 0 : starting.size();
    for (Work work : waiting) {
      held += work.size();
    }
    if (burial != null) {
      held += burial.work.size();
    }
    return running == null ? held : held + running.held();
  }

  /** Starts what may start. */
  void advance() {
    while (mayStart() && somethingToStart() && parts.host().admit(this)) {
      boolean started = false;
      try {
        started = startNext();
      } catch (RuntimeException | Error e) {
        lane.broken(e);
      } finally {
        putBack();
        if (!started) {
          parts.host().leave();
        }
      }
    }
    if (!busy()) {
      feed.idle();
    }
  }

  @Override
  public void placeFree() {
    advance();
  }

  private boolean mayStart() {
    return running == null
        && burial == null
        && !pausing
        && lane.mayStart()
        && !parts.host().mustWait(lane)
        && parts.host().outage().admits(this);
  }

  private boolean somethingToStart() {
    return !waiting.isEmpty() || feed.ready();
  }

  /** Work that an error of the engine has left in nobody's hands. */
  private void putBack() {
    if (starting != null) {
      Work left = starting;
      starting = null;
      if (lane.mayStart()) {
        waiting.addFirst(left);
      } else {
        lane.handBack(left.rest());
      }
    }
  }

  /** Starts a chunk for which the caller was given a place already. */
  boolean startAdmitted(RawChunk chunk) {
    waiting.addFirst(Work.fresh(chunk));
    boolean started = false;
    try {
      started = startNext();
    } catch (RuntimeException | Error e) {
      lane.broken(e);
    } finally {
      putBack();
    }
    return started;
  }

  /** False when no try was started after all and the place is free again. */
  private boolean startNext() {
    lane.busy(this);
    starting = waiting.isEmpty() ? Work.fresh(feed.cut()) : waiting.pollFirst();
    ChunkDecoding.Decoded<T> decoded = parts.decoding().decode(starting.rest());
    int good = decoded.good();
    if (good < starting.size()) {
      // The records before the malformed one go first; it comes up again at the head.
      int first = Math.max(1, good);
      if (first < starting.size()) {
        waiting.addFirst(starting.part(first, starting.size()));
      }
      starting = starting.part(0, first);
    }
    if (good == 0) {
      return malformed(decoded.failure());
    }
    Work work = starting;
    launch(work, decoded.chunk(lane.ref().name(), work.rest(), work.failures()));
    return true;
  }

  private boolean malformed(Throwable cause) {
    Work record = starting;
    // An Error is the decoder's trouble, not the record's.
    OnFailure how =
        cause instanceof Exception ? parts.settings().failures().malformed() : OnFailure.STOP;
    String reason = log.malformed(record, how, cause);
    return giveUp(record, how, cause, reason);
  }

  /** True when the place stays taken, because a dead letter is being written. */
  private boolean giveUp(Work record, OnFailure how, Throwable cause, String reason) {
    if (how == OnFailure.DEAD_LETTER) {
      if (!lane.underCeiling()) {
        waiting.addFirst(record);
        starting = null;
        halt(log.ceiling(reason));
        return false;
      }
      starting = null;
      bury(record, cause);
      return true;
    }
    starting = null;
    if (how == OnFailure.SKIP) {
      lane.skip(record.rest());
      return false;
    }
    waiting.addFirst(record);
    halt(reason);
    return false;
  }

  private void halt(String reason) {
    lane.halt(reason);
    drop();
  }

  private void bury(Work record, Throwable cause) {
    Burial begun = new Burial(record, cause);
    burial = begun;
    parts.tally().triesInFlight.incrementAndGet();
    parts
        .burials()
        .write(lane.ref(), record.rest(), cause, record.failures())
        .onComplete(written -> parts.loop().execute(() -> buried(begun, written.cause())));
  }

  private void buried(Burial ended, Throwable failure) {
    if (ended != burial) {
      return; // Cut meanwhile; the letter may be there twice, the record is handed back.
    }
    burial = null;
    Work record = ended.work;
    if (failure == null) {
      log.buried(record, ended.cause);
      lane.deadLettered(record.rest());
    } else {
      String reason = log.notBuried(record, ended.cause, failure);
      if (lane.mayStart()) {
        waiting.addFirst(record);
        halt(reason);
      } else {
        leaveBehind(record.rest());
      }
    }
    over();
  }

  /** The engine waits for nothing of this strand any more. */
  private void over() {
    // After the books, so that no other thread sees work in neither place.
    parts.tally().triesInFlight.decrementAndGet();
    parts.host().leave();
    parts.host().tryOver(lane);
    advance();
  }

  private void launch(Work work, DecodedChunk<T> chunk) {
    // Counted before the call: a handler that blocks the loop never comes back from it.
    parts.tally().triesInFlight.incrementAndGet();
    RunningTry<T> started;
    try {
      started = parts.launcher().launch(chunk, work, lane.resumeState(work.rest()), lane, this);
    } catch (RuntimeException | Error e) {
      parts.tally().triesInFlight.decrementAndGet();
      throw e;
    }
    running = started;
    starting = null;
    Duration left = parts.settings().limit().minus(started.progress().age());
    started.limitTimer(parts.timers().once(left, () -> limitReached(started)));
    parts.settings().checkpointEvery().ifPresent(every -> watchCheckpoints(started, every));
  }

  private void watchCheckpoints(RunningTry<T> started, Duration every) {
    CheckpointWatch<T> promise = new CheckpointWatch<>(parts, started, every);
    started.onEnd(promise::stop);
    promise.start();
  }

  @Override
  public void checkpointed(RunningTry<T> current) {
    if (current == running && current.progress().alive()) {
      apply(current, current.progress().checkpointed());
      parts.host().outage().answered(this);
    }
  }

  private void apply(RunningTry<T> current, int checkpointed) {
    lane.checkpoint(current, checkpointed);
  }

  @Override
  public void tryEnded(RunningTry<T> ended, TryEnd end) {
    ended.handlerHasEnded();
    // What the handler has rejected and not waited for is waited for here.
    ended.records().whenWritten(() -> conclude(ended, end));
  }

  private void conclude(RunningTry<T> ended, TryEnd end) {
    if (!ended.progress().alive()) {
      late(ended, end);
      return;
    }
    int checkpointed = ended.progress().end("it has completed");
    running = null;
    boolean finished = end instanceof TryEnd.Finished;
    apply(ended, checkpointed);
    if (finished && ((TryEnd.Finished) end).outcome() == Outcome.DONE) {
      parts.host().outage().answered(this);
      count(TryCount.FINISHED);
      lane.finished(ended).ifPresent(this::leaveBehind);
    } else if (finished && lane.draining()) {
      count(TryCount.CHECKPOINTED);
      handBackRest(ended);
    } else {
      failed(ended, end.cause());
    }
    over();
  }

  /** The report tells of the stop, not of rebalances before it. */
  private void count(TryCount what) {
    if (parts.host().draining()) {
      what.of(parts.tally()).incrementAndGet();
    }
  }

  private void failed(RunningTry<T> ended, Throwable cause) {
    if (!lane.mayStart()) {
      log.failedWhileEnding(cause);
      count(TryCount.HANDED_BACK);
      ended.rest(lane.ledger()).ifPresent(this::leaveBehind);
      return;
    }
    ended
        .rest(lane.ledger())
        .ifPresentOrElse(
            rest -> judge(new Work(rest, ended.failures(), true), cause),
            () -> log.failedAfterAll(cause));
  }

  private void judge(Work work, Throwable cause) {
    FailurePolicy.Verdict verdict = parts.policy().judge(work, cause);
    if (verdict instanceof FailurePolicy.Down) {
      waiting.addFirst(work);
      parts.host().outage().failed(this, Causes.brief(cause));
      return;
    }
    parts.host().outage().answered(this);
    Work failed = new Work(work.rest(), work.failures() + 1, true);
    if (verdict instanceof FailurePolicy.Retry again) {
      log.retry(failed, again.pause(), cause);
      waiting.addFirst(failed);
      pauseFor(again.pause());
    } else if (verdict instanceof FailurePolicy.Split split) {
      log.split(failed, split.pause(), cause);
      int half = failed.size() / 2;
      waiting.addFirst(failed.part(half, failed.size()));
      waiting.addFirst(failed.part(0, half));
      pauseFor(split.pause());
    } else {
      OnFailure how = ((FailurePolicy.GivenUp) verdict).how();
      if (giveUp(failed, how, cause, log.givenUp(failed, how, cause))) {
        parts.host().occupy();
      }
    }
  }

  private void pauseFor(Duration time) {
    pausing = true;
    pause =
        parts
            .timers()
            .once(
                time,
                () -> {
                  pausing = false;
                  advance();
                });
  }

  /** A handler has come back after the engine stopped waiting for it: too late to count. */
  private void late(RunningTry<T> ended, TryEnd end) {
    if (end instanceof TryEnd.Finished) {
      parts.tally().lateCompletions.incrementAndGet();
    }
    if (ended == running) {
      running = null;
      watch.ended();
      if (!ended.givenUp() && lane.mayStart()) {
        Duration limit = parts.settings().limit();
        failed(ended, new TimeoutException("no end within the limit of " + limit));
      } else if (!ended.givenUp()) {
        handBackRest(ended);
      }
      parts.host().leave();
      lane.handlerOut();
      advance();
    }
  }

  private void handBackRest(RunningTry<T> ended) {
    ended.rest(lane.ledger()).ifPresent(lane::handBack);
  }

  /** Records of a started try that a stop leaves behind, neither done nor checkpointed. */
  private void leaveBehind(RawChunk rest) {
    lane.handBack(rest);
    if (parts.host().draining()) {
      parts.host().leftBehind();
    }
  }

  private void limitReached(RunningTry<T> expired) {
    if (expired != running || !expired.progress().alive()) {
      return;
    }
    log.limitReached(expired.progress());
    end(expired, "its limit of " + parts.settings().limit() + " is over", TryCount.HANDED_BACK);
  }

  /** The engine stops waiting for a try; its place stays taken until the handler has ended. */
  private void end(RunningTry<T> killed, String why, TryCount as) {
    int checkpointed = killed.kill(why);
    watch.watch(killed);
    apply(killed, checkpointed);
    if (!lane.mayStart()) {
      count(as);
      killed.giveUp();
      killed.rest(lane.ledger()).ifPresent(this::leaveBehind);
    }
    parts.tally().triesInFlight.decrementAndGet();
    parts.host().tryOver(lane);
  }

  /** The strand ends: what waits is handed back, and nothing is waited for but what runs. */
  void drop() {
    pause.cancel();
    pausing = false;
    parts.host().forget(this);
    parts.host().outage().left(this);
    boolean tried = false;
    while (!waiting.isEmpty()) {
      Work work = waiting.pollFirst();
      tried |= work.tried();
      lane.handBack(work.rest());
    }
    if (running != null && !running.progress().alive() && !running.givenUp()) {
      tried = true;
      running.giveUp();
      handBackRest(running);
    }
    if (tried && parts.host().draining()) {
      parts.host().leftBehind();
    }
  }

  /** Ends what is in flight. */
  void kill(String why) {
    if (running != null && running.progress().alive()) {
      running.cancelLimit();
      end(running, why, TryCount.CUT);
    }
    if (burial != null) {
      Work record = burial.work;
      burial = null;
      count(TryCount.CUT);
      leaveBehind(record.rest());
      parts.tally().triesInFlight.decrementAndGet();
      parts.host().leave();
      parts.host().tryOver(lane);
    }
  }

  @Override
  public Future<Void> reject(RunningTry<T> current, int index, Throwable cause) {
    return current == running && current.progress().alive()
        ? lane.rejects().reject(current, index, cause)
        : Future.failedFuture(new TryEnded("the try is over; nothing is rejected by it"));
  }

  @Override
  public Future<Void> stored(RunningTry<T> current) {
    checkpointed(current);
    return lane.stored();
  }
}
