package dev.sluice.runtime;

import dev.sluice.progress.Counts;
import dev.sluice.progress.LaneLedger;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;

/**
 * The ledger of one lane with everything that follows from an entry: counters, resume states, how
 * much is held. On the event loop.
 */
final class LaneAccount {
  private final LaneLedger ledger;
  private final Tally tally;
  private final Ceiling ceiling;
  private final StoredStates stored;
  private final Runnable onProgress;
  private final LaneLoad load = new LaneLoad();
  private final Joining joining;
  private long publishedUnsettled;

  /**
   * @param ceiling of the lane's dead letters and delayed retries
   * @param stateBytes what the resume states of the lane may take together; zero for none
   * @param inOrder whether what follows a chunk in the lane goes on behind it
   * @param onProgress is told that there may be something to settle
   */
  LaneAccount(
      LaneLedger ledger,
      Tally tally,
      Ceiling ceiling,
      int stateBytes,
      boolean inOrder,
      Runnable onProgress) {
    this.ledger = ledger;
    this.tally = tally;
    this.ceiling = ceiling;
    this.stored = new StoredStates(ledger, stateBytes, inOrder);
    this.onProgress = onProgress;
    this.joining = new Joining(ledger);
  }

  /** How much the lane holds. */
  LaneLoad load() {
    return load;
  }

  /** Which records may share a chunk. */
  Joining joining() {
    return joining;
  }

  /** A try has come so far. */
  void checkpoint(RunningTry<?> current, int checkpointed) {
    if (checkpointed > current.records().checkpointed()) {
      current.records().asked(current.progress().rejecting());
      current.records().checkpoint(ledger, checkpointed);
      stored.checkpointed(current, checkpointed);
      progressed();
    } else if (stored.replaced(current, checkpointed)) {
      progressed();
    }
  }

  /**
   * A try has finished its chunk.
   *
   * @return records that have not ended all the same, because their dead letter failed
   */
  Optional<RawChunk> finished(RunningTry<?> ended) {
    ended.records().asked(ended.progress().rejecting());
    ended.records().checkpoint(ledger, ended.work().size());
    stored.finished(ended);
    progressed();
    return ended.rest(ledger);
  }

  /** What an earlier try or owner left for whoever goes on at a chunk's first record. */
  Optional<Buffer> resumeState(RawChunk chunk) {
    return Optional.ofNullable(ledger.state(chunk.firstPosition())).map(Buffer::buffer);
  }

  /** The last checkpoint's state is stored, or the lane has ended. */
  Future<Void> stored(RunningTry<?> current) {
    return stored.future(current);
  }

  /** Records are passed over by policy. */
  void skip(RawChunk passedOver) {
    passedOver.runs(ledger::skipped);
    progressed();
  }

  /** A record's dead letter is confirmed. */
  void deadLettered(RawChunk one) {
    ledger.deadLettered(one.number(0));
    progressed();
  }

  /** A record is kept to come again later, and that is confirmed. */
  void delayed(RawChunk one) {
    ledger.delayed(one.number(0));
    progressed();
  }

  /** A record has failed; its source keeps it to come again later. */
  void retryLater(RawChunk one, Duration after, String error) {
    ledger.retryLater(one.number(0), after, error);
    progressed();
  }

  /** A record is given up; its source keeps it as dead. */
  void dead(RawChunk one, String error) {
    ledger.dead(one.number(0), error);
    progressed();
  }

  /** Whether one more dead letter or delayed retry is still below the ceiling; counts it. */
  boolean underCeiling() {
    return ceiling.take();
  }

  /** Records are somebody else's now. */
  void handBack(RawChunk left) {
    left.runs(this::handBack);
    progressed();
  }

  /** As {@link #handBack(RawChunk)}, by number. */
  void handBack(long from, long to) {
    tally.handBack(ledger.handBack(from, to));
    joining.handedBack();
  }

  /** The books have changed. */
  void progressed() {
    publishUnsettled();
    onProgress.run();
  }

  private void publishUnsettled() {
    long now = ledger.unsaved();
    tally.awaitingSettle.addAndGet(now - publishedUnsettled);
    publishedUnsettled = now;
  }

  /** The source has put an end to records. */
  void settled(Counts counts) {
    tally.ended(counts);
    load.dropBelow(ledger.oldest());
    stored.answered();
    progressed();
  }

  /** The lane is gone; what was not settled is counted elsewhere. */
  void ended() {
    tally.awaitingSettle.addAndGet(-publishedUnsettled);
    publishedUnsettled = 0;
    load.clear();
    stored.ended();
  }
}
