package dev.sluice.runtime;

import dev.sluice.drain.LaneState;
import dev.sluice.progress.LaneLedger;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import java.util.Optional;

/**
 * One lane in one generation: takes batches, cuts chunks, runs one try at a time in lane order, and
 * keeps the books. Confined to the event loop, but for {@link #draining()} and {@link
 * #deadlineNanos()}, which handler threads read.
 */
final class LaneRun<T> implements TryProgress.Bounds {

  private final LaneParts<T> parts;
  private final LaneLedger ledger;
  private final LaneBuffer buffer = new LaneBuffer();
  private final LaneTries<T> tries;
  private final Linger linger;
  private final Skips skips = new Skips();

  private LaneState state = new LaneState.Open();
  private volatile long revokeDeadline = Long.MAX_VALUE;
  private boolean paused;
  private long receivedNext;
  private long end;
  private long publishedUnsettled;

  LaneRun(LaneRef ref, long position, LaneParts<T> parts) {
    this.parts = parts;
    this.ledger = new LaneLedger(ref, position);
    this.linger = new Linger(parts.settings().linger(), parts.timers());
    this.receivedNext = position;
    this.end = position;
    this.tries = new LaneTries<>(this, parts, ledger);
  }

  LaneRef ref() {
    return ledger.lane();
  }

  LaneState state() {
    return state;
  }

  LaneTries<T> tries() {
    return tries;
  }

  /** A batch has arrived. What can't start any more is handed back at once. */
  void offer(Batch batch) {
    parts.tally().received.addAndGet(batch.size());
    if (batch.position(0) < receivedNext) {
      halt(
          ref().name() + " was delivered position " + batch.position(0) + " after " + receivedNext);
    }
    receivedNext = Math.max(receivedNext, batch.nextPosition());
    if (!mayStart()) {
      handBack(batch.size());
      return;
    }
    buffer.add(batch);
    advance();
    parts.host().balance(this);
  }

  /** Starts the next try if the lane may, has something worth starting, and a place is free. */
  void advance() {
    // A loop: a record that does not decode may be passed over without a try.
    while (mayStart() && !tries.busy() && worthStarting() && parts.host().admit(this)) {
      linger.reset();
      cut();
      parts.host().balance(this);
    }
  }

  private boolean worthStarting() {
    if (buffer.isEmpty()) {
      return false;
    }
    EngineSettings settings = parts.settings();
    boolean full =
        buffer.records() >= settings.chunkRecords() || buffer.bytes() >= settings.chunkBytes();
    return full || linger.over(this::advance);
  }

  /** A place among the running tries is free. */
  void placeFree() {
    tries.resumeRetry();
    advance();
  }

  private void cut() {
    EngineSettings settings = parts.settings();
    RawChunk raw = buffer.cut(settings.chunkRecords(), settings.chunkBytes());
    ChunkDecoding.Decoded<T> decoded = parts.decoding().decode(raw);
    if (decoded.good() == 0) {
      malformed(raw, decoded.failure());
      return;
    }
    if (!decoded.complete()) {
      // The records before the malformed one go first; it comes up again at the head of a chunk.
      buffer.unread(raw.tail(decoded.good()));
      raw = raw.head(decoded.good());
    }
    long ticket = ledger.open(raw.firstPosition(), raw.nextPosition(), raw.size());
    tries.start(new Work(ticket, raw, 0, 0), decoded.chunk(ref().name(), raw, 0));
  }

  private void malformed(RawChunk raw, Throwable cause) {
    parts.host().leave();
    if (raw.size() > 1) {
      buffer.unread(raw.tail(1));
    }
    RawChunk record = raw.head(1);
    FailurePolicy.Verdict verdict = parts.policy().malformed(ref(), record, cause);
    if (verdict instanceof FailurePolicy.Halt halt) {
      buffer.unread(record);
      halt(halt.reason());
    } else {
      skip(ledger.open(record.firstPosition(), record.nextPosition(), 1), record);
    }
  }

  /** Counts the records of an open chunk as skipped: settled in the source, never processed. */
  void skip(long ticket, RawChunk passedOver) {
    skips.add(passedOver);
    ledger.done(ticket);
    progressed();
  }

  /** The ledger has moved on. */
  void progressed() {
    publishUnsettled();
    if (ledger.dirty()) {
      parts.host().settleSoon();
    }
  }

  private void publishUnsettled() {
    long now = ledger.unsettledRecords();
    parts.tally().awaitingSettle.addAndGet(now - publishedUnsettled);
    publishedUnsettled = now;
  }

  private boolean mayStart() {
    return state.mayStart() && !parts.host().draining();
  }

  /** What may be settled now, if anything. */
  Optional<Settlement.Done> takeSettlement() {
    return state.maySettle() ? ledger.takeSettlement() : Optional.empty();
  }

  /** The source's answer to a settlement of this lane. */
  void settled(Settlement.Done done) {
    if (state instanceof LaneState.Gone) {
      return; // Handed back in the books before the answer came.
    }
    long records = ledger.settled(done);
    long passed = skips.settledUpTo(done.next());
    parts.tally().skipped.addAndGet(passed);
    parts.tally().settled.addAndGet(records - passed);
    publishUnsettled();
    if (ledger.dirty()) {
      parts.host().settleSoon();
    }
  }

  /** The source could not settle; the same stretch comes up again. */
  void settleFailed() {
    ledger.settleFailed();
  }

  /** Done and not settled? */
  boolean dirty() {
    return state.maySettle() && ledger.dirty();
  }

  /** Stops intake of this lane: drops what is only buffered, hands waiting retries back. */
  void stopIntake() {
    linger.reset();
    handBack(buffer.records());
    buffer.clear();
    tries.dropRetry();
  }

  /** The source takes the lane away. */
  void revoke(long deadlineNanos) {
    state = state.revoke();
    revokeDeadline = deadlineNanos;
    stopIntake();
  }

  /** What the last settle of a revoked lane is; nothing if it was lost meanwhile. */
  Optional<Settlement.Done> finalSettlement() {
    return state.maySettle() ? ledger.takeFinalSettlement() : Optional.empty();
  }

  /** The lane is gone, orderly after a revoke or not. Everything not settled is handed back. */
  void gone(boolean orderly) {
    if (state instanceof LaneState.Gone) {
      return;
    }
    state = orderly ? state.release() : state.lose();
    stopIntake();
    tries.killAll(orderly ? "the lane was revoked" : "the lane was lost");
    if (parts.host().draining() && ledger.unsettledRecords() > 0) {
      parts.host().leftBehind();
    }
    handBack(ledger.openRecords() + ledger.unsettledRecords());
    parts.tally().awaitingSettle.addAndGet(-publishedUnsettled);
    publishedUnsettled = 0;
  }

  /** The lane can't go on. What was done before is still settled. */
  void halt(String reason) {
    if (state instanceof LaneState.Open) {
      state = state.halt(reason);
      stopIntake();
      parts.host().halted(this, reason);
    }
  }

  private void handBack(long records) {
    parts.tally().handedBack.addAndGet(records);
  }

  /** Everything received and neither settled nor handed back, from this lane's own books. */
  long held() {
    return state instanceof LaneState.Gone
        ? 0
        : buffer.records() + ledger.openRecords() + ledger.unsettledRecords();
  }

  long bufferedRecords() {
    return buffer.records();
  }

  long bufferedBytes() {
    return buffer.bytes();
  }

  boolean paused() {
    return paused;
  }

  void paused(boolean now) {
    paused = now;
  }

  /** Where the lane ends, as the source said last. */
  void end(long position) {
    end = position;
  }

  /** Records between what was received and the end of the lane, gaps counted as records. */
  long lag() {
    return Math.max(0, end - receivedNext);
  }

  /** Records between what is settled and the end of the lane, gaps counted as records. */
  long remaining() {
    return Math.max(0, Math.max(end, receivedNext) - ledger.settledPosition());
  }

  long settledPosition() {
    return ledger.settledPosition();
  }

  /** Nothing buffered, running, waiting or unsettled. */
  boolean quiet() {
    return buffer.isEmpty() && !tries.busy() && !ledger.dirty();
  }

  @Override
  public boolean draining() {
    return parts.host().draining() || revokeDeadline != Long.MAX_VALUE;
  }

  @Override
  public long deadlineNanos() {
    return Math.min(revokeDeadline, parts.host().needDeadlineNanos());
  }

  /** Whether the lane is being taken away or the worker stops, in which case no failure counts. */
  boolean ending() {
    return !mayStart();
  }
}
