package dev.sluice.runtime;

import dev.sluice.api.TryEnded;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/**
 * Work that runs in order, one try at a time: a whole lane, one key slot of it, or a single chunk.
 * A failed chunk, its parts after a split and its retries stay at the head, so nothing passes them.
 * Confined to the event loop.
 */
final class Strand<T> extends Places.Waiter implements RunningTry.Listener<T> {
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
  private final WorkQueue queue = new WorkQueue();
  private final Graves<T> graves;
  private final TryStarts<T> starts;
  private final TryEnds<T> ends;
  private final Pause pause;

  private RunningTry<T> running;

  /** Where {@link Strands} has it; null while it is not busy. */
  Strands.Link<T> link;

  Strand(LaneRun<T> lane, LaneParts<T> parts, Feed feed) {
    this.lane = lane;
    this.parts = parts;
    this.feed = feed;
    this.log = new StrandLog(lane.ref(), parts);
    this.watch = new HandlerWatch<>(lane, parts);
    this.graves = new Graves<>(lane, parts, this, log);
    this.starts = new TryStarts<>(lane, parts, this::limitReached);
    this.ends = new TryEnds<>(lane, parts, this, graves, log);
    this.pause = new Pause(parts.timers());
  }

  LaneRun<T> lane() {
    return lane;
  }

  /** The engine waits for a try or for a dead letter. */
  boolean inFlight() {
    return graves.busy() || (running != null && running.progress().alive());
  }

  /** A handler has not come back, waited for or not. */
  boolean handlerInside() {
    return running != null;
  }

  /** A handler is inside, a dead letter is under way, or cut work waits. */
  boolean busy() {
    return running != null || graves.busy() || !queue.isEmpty();
  }

  /** The age of the try in flight, or zero. */
  Duration age() {
    return running == null ? Duration.ZERO : running.progress().age();
  }

  /** Records cut and not ended, counted from the work itself. */
  long held() {
    long held = queue.held() + graves.held();
    return running == null ? held : held + running.held();
  }

  @Override
  void advance() {
    while (mayStart() && (!queue.isEmpty() || feed.ready()) && parts.host().admit(this)) {
      if (!startAdmitted()) {
        parts.host().leave();
      }
    }
    if (!busy()) {
      feed.idle();
      parts.host().outage().left(this);
    }
  }

  private boolean mayStart() {
    return running == null
        && !graves.busy()
        && !pause.on()
        && lane.mayStart()
        && !parts.host().mustWait(lane)
        && parts.host().outage().admits(this)
        && parts.host().assured();
  }

  /** Work that an error of the engine has left in nobody's hands. */
  private void putBack() {
    queue.putBack();
    if (!lane.mayStart()) {
      drop();
    }
  }

  /** Starts a chunk for which the caller was given a place already. */
  boolean startAdmitted(RawChunk chunk) {
    queue.addFirst(Work.fresh(chunk));
    return startAdmitted();
  }

  private boolean startAdmitted() {
    try {
      return startNext();
    } catch (RuntimeException | Error e) {
      // The engine itself has failed: the lane stops before anything passes what was lost.
      lane.halt(lane.ref().name() + " can't go on: " + Causes.brief(e));
      return false;
    } finally {
      putBack();
    }
  }

  /** False when no try was started after all and the place is free again. */
  private boolean startNext() {
    lane.strands().busy(this);
    Work next = queue.isEmpty() ? queue.start(feed.cut()) : queue.start();
    ChunkDecoding.Decoded<T> decoded = parts.decoding().decode(lane.ref().name(), next.rest());
    int good = decoded.good();
    // The records before one that is not good go first; it comes up again at the head.
    Work work = good < next.size() ? queue.startOnly(Math.max(1, good)) : next;
    if (good == 0) {
      queue.started();
      return graves.unusable(work, decoded.failure());
    }
    running =
        starts.start(work, decoded.chunk(lane.ref().name(), work.rest(), work.failures()), this);
    queue.started();
    return true;
  }

  /** The lane stops because of this work, which is handed back with the rest of the strand. */
  void halt(Work work, String reason) {
    queue.addFirst(work);
    lane.halt(reason);
    drop();
  }

  /** The work of this strand that no try is in. */
  WorkQueue queue() {
    return queue;
  }

  /** The engine waits for nothing of this strand any more. */
  void over() {
    // After the books, so that no other thread sees work in neither place.
    parts.tally().triesInFlight.decrementAndGet();
    parts.host().leave();
    parts.host().tryOver(lane);
    advance();
  }

  @Override
  public void checkpointed(RunningTry<T> current) {
    if (current == running && current.progress().alive()) {
      lane.account().checkpoint(current, current.progress().checkpointed());
      parts.host().outage().answered(this);
    }
  }

  @Override
  public void tryEnded(RunningTry<T> ended, TryEnd end) {
    ended.handlerHasEnded();
    // What the handler has rejected and not waited for is waited for here.
    ended.records().whenWritten(() -> conclude(ended, end));
  }

  private void conclude(RunningTry<T> ended, TryEnd end) {
    if (ended.progress().alive()) {
      running = null;
      ends.inTime(ended, end);
      over();
    } else if (ended == running) {
      running = null;
      watch.ended();
      ends.late(ended, end);
      parts.host().leave();
      lane.handlerOut();
      advance();
    }
  }

  /** The report tells of the stop, not of rebalances before it. */
  void count(TryCount what) {
    if (parts.host().draining()) {
      what.of(parts.tally()).incrementAndGet();
    }
  }

  /** Nothing starts for some time. */
  void pauseFor(Duration time) {
    pause.begin(time, this::advance);
  }

  /** Records of a started try that a stop leaves behind, neither done nor checkpointed. */
  void leaveBehind(RawChunk rest) {
    lane.account().handBack(rest);
    lane.leftBehind();
  }

  private void limitReached(RunningTry<T> expired) {
    if (expired == running && expired.progress().alive()) {
      log.limitReached(expired.progress());
      end(expired, "its limit of " + parts.task().limit() + " is over", TryCount.HANDED_BACK);
    }
  }

  /** The engine stops waiting for a try; its place stays taken until the handler has ended. */
  private void end(RunningTry<T> killed, String why, TryCount as) {
    int checkpointed = killed.kill(why);
    watch.watch(killed);
    lane.account().checkpoint(killed, checkpointed);
    if (!lane.mayStart()) {
      count(as);
      killed.giveUp();
      killed.rest(lane.ledger()).ifPresent(this::leaveBehind);
    }
    parts.tally().triesInFlight.decrementAndGet();
    parts.host().tryOver(lane);
  }

  /**
   * The source wants a record back, if it is here: no failure of those it shares a chunk with. To
   * be woken afterwards.
   */
  void withdraw(long number) {
    if (queue.remove(number)) {
      lane.account().handBack(number, number + 1);
    } else if (running != null && running.withdraw(number, lane.ledger())) {
      endEarly("the source wants a record of it back", TryCount.HANDED_BACK);
    }
  }

  /** The strand ends: what waits is handed back, and nothing is waited for but what runs. */
  void drop() {
    pause.cancel();
    parts.host().forget(this);
    parts.host().outage().left(this);
    boolean tried = queue.drop(lane.account()::handBack);
    if (running != null && !running.progress().alive() && !running.givenUp()) {
      Optional<RawChunk> rest = running.rest(lane.ledger());
      running.giveUp();
      rest.ifPresent(lane.account()::handBack);
      tried |= rest.filter(running::leavesBehind).isPresent();
    }
    if (tried) {
      lane.leftBehind();
    }
  }

  void kill(String why) {
    endEarly(why, TryCount.CUT);
    graves.cut();
  }

  private void endEarly(String why, TryCount as) {
    if (running != null && running.progress().alive()) {
      running.cancelLimit();
      end(running, why, as);
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
    return lane.account().stored(current);
  }
}
