package dev.sluice.runtime;

import dev.sluice.progress.LaneLedger;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * One try from its start to the moment the handler has really ended, which may be after the engine
 * stopped waiting for it. Confined to the event loop, but for its {@link TryProgress}.
 */
final class RunningTry<T> {
  private final Work work;
  private final TryProgress<T> progress;
  private final TryRecords records;
  private final Runnable onDead;
  private Timers.Timer limitTimer = () -> {};
  private Runnable onEnd = () -> {};
  private boolean handlerEnded;
  private boolean givenUp;
  private boolean fenced;
  private Set<Long> withdrawn = Set.of();
  private long statePosition = Long.MIN_VALUE;

  /**
   * @param onDead runs once when the try is ended from outside
   */
  RunningTry(Work work, TryProgress<T> progress, Runnable onDead) {
    this.work = work;
    this.progress = progress;
    this.records = new TryRecords(work.rest());
    this.onDead = onDead;
  }

  Work work() {
    return work;
  }

  TryProgress<T> progress() {
    return progress;
  }

  TryRecords records() {
    return records;
  }

  void limitTimer(Timers.Timer timer) {
    limitTimer = timer;
  }

  /** The engine goes on waiting for the handler, no longer for the limit. */
  void cancelLimit() {
    limitTimer.cancel();
  }

  /** Runs an action when the handler has ended or the try is ended from outside. */
  void onEnd(Runnable action) {
    onEnd = action;
  }

  /** True once the handler's future has completed or its thread has returned. */
  boolean handlerEnded() {
    return handlerEnded;
  }

  void handlerHasEnded() {
    handlerEnded = true;
    limitTimer.cancel();
    onEnd.run();
  }

  /**
   * Ends the try from outside.
   *
   * @return how many of its records are checkpointed
   */
  int kill(String why) {
    int checkpointed = progress.end(why);
    onEnd.run();
    onDead.run();
    return checkpointed;
  }

  /**
   * The source wants a record back.
   *
   * @return false when it is not here, or has ended
   */
  boolean withdraw(long number, LaneLedger ledger) {
    if (givenUp || rest(ledger).filter(rest -> rest.indexOf(number) >= 0).isEmpty()) {
      return false;
    }
    if (withdrawn.isEmpty()) {
      withdrawn = new TreeSet<>();
    }
    withdrawn.add(number);
    return true;
  }

  /** The numbers of the records that the source wants back. */
  Set<Long> withdrawn() {
    return withdrawn;
  }

  /** Whether records of it are left that the source does not want back. */
  boolean leavesBehind(RawChunk rest) {
    return IntStream.range(0, rest.size()).anyMatch(i -> !withdrawn.contains(rest.number(i)));
  }

  /** Its records that have not ended are somebody else's now. */
  void giveUp() {
    givenUp = true;
  }

  boolean givenUp() {
    return givenUp;
  }

  /** The store has refused a transaction of this try: its records were somebody else's. */
  void fence() {
    fenced = true;
  }

  boolean fenced() {
    return fenced;
  }

  /** Records that have not ended and are still this try's. */
  long held() {
    return givenUp ? 0 : records.held();
  }

  /** The records that have not ended. */
  Optional<RawChunk> rest(LaneLedger ledger) {
    Optional<RawChunk> rest = records.rest(ledger);
    return withdrawn.isEmpty() ? rest : rest.map(left -> left.open(ledger));
  }

  /** In how many failed tries the first record of what is left was, this one not counted. */
  int failures() {
    return records.checkpointed() == 0 ? work.failures() : 0;
  }

  /** Where the resume state of this try is kept, {@link Long#MIN_VALUE} for nowhere. */
  long statePosition() {
    return statePosition;
  }

  void statePosition(long position) {
    statePosition = position;
  }

  /** What the launcher and the contexts call on the event loop. */
  interface Listener<T> {
    /** A try's handler has ended, in time or late. */
    void tryEnded(RunningTry<T> ended, TryEnd end);

    /** A try has a new checkpoint. */
    void checkpointed(RunningTry<T> running);

    /** A try rejects one of its records; completes when that record has ended. */
    Future<Void> reject(RunningTry<T> running, int index, Throwable cause);

    /** A try wants to know when its last checkpoint's state is stored. */
    Future<Void> stored(RunningTry<T> running);
  }

  /** Applies an action to this try if the handler is still inside it. */
  void ifRunning(Consumer<RunningTry<T>> action) {
    if (!handlerEnded) {
      action.accept(this);
    }
  }
}
