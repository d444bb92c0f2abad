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
  private final LaneExtent extent;
  private final Skips skips = new Skips();

  private LaneState state = new LaneState.Open();
  private volatile long revokeDeadline = Long.MAX_VALUE;
  private boolean paused;
  private long publishedUnsettled;

  LaneRun(LaneRef ref, long position, LaneParts<T> parts) {
    this.parts = parts;
    this.ledger = new LaneLedger(ref, position);
    this.linger = new Linger(parts.settings().linger(), parts.timers());
    this.extent = new LaneExtent(position);
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
    long first = batch.position(0);
    if (first < extent.receivedNext()) {
      halt(ref().name() + " was delivered position " + first + " after " + extent.receivedNext());
    }
    extent.received(batch);
    if (!mayStart()) {
      parts.tally().handBack(batch.size());
      return;
    }
    buffer.add(batch);
    advance();
    buffer.tell(this, parts.host());
  }

  /** Starts the next try if it may, past records that are skipped without one. */
  void advance() {
    while (mayStart() && !tries.busy() && worthStarting() && parts.host().admit(this)) {
      linger.reset();
      long before = held();
      boolean started = false;
      try {
        started = cut();
      } catch (RuntimeException | Error e) {
        parts.tally().handBack(before - held());
        broken(e);
      } finally {
        if (!started) {
          parts.host().leave();
        }
      }
      buffer.tell(this, parts.host());
    }
  }

  /** The engine itself has failed on this lane: it stops, before anything passes what was lost. */
  void broken(Throwable cause) {
    halt(ref().name() + " can't go on: " + Causes.brief(cause));
  }

  private boolean worthStarting() {
    if (buffer.isEmpty() || parts.host().mustWait(this)) {
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

  /** Cuts the next chunk and starts its try; false when there was nothing to start after all. */
  private boolean cut() {
    EngineSettings settings = parts.settings();
    RawChunk raw = buffer.cut(settings.chunkRecords(), settings.chunkBytes());
    ChunkDecoding.Decoded<T> decoded = parts.decoding().decode(raw);
    if (decoded.good() == 0) {
      malformed(raw, decoded.failure());
      return false;
    }
    if (!decoded.complete()) {
      // The records before the malformed one go first; it comes up again at the head of a chunk.
      buffer.unread(raw.tail(decoded.good()));
      raw = raw.head(decoded.good());
    }
    long ticket = ledger.open(raw.firstPosition(), raw.nextPosition(), raw.size());
    tries.start(new Work(ticket, raw, 0, 0), decoded.chunk(ref().name(), raw, 0));
    return true;
  }

  private void malformed(RawChunk raw, Throwable cause) {
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
    settleSoon();
  }

  private void settleSoon() {
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
    settleSoon();
  }

  /** The source could not settle; the same stretch comes up again. */
  void settleFailed() {
    ledger.settleFailed();
  }

  boolean dirty() {
    return state.maySettle() && ledger.dirty();
  }

  /** Stops intake of this lane: drops what is only buffered, hands waiting retries back. */
  void stopIntake() {
    linger.reset();
    parts.tally().handBack(buffer.records());
    buffer.clear();
    buffer.tell(this, parts.host());
    tries.dropRetry();
  }

  /** The worker stops: intake ends, and work that has failed and waits is left behind. */
  void drain() {
    stopIntake();
    if (ledger.openRecords() > 0 && !tries.inFlight()) {
      parts.host().leftBehind();
    }
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
    parts.tally().handBack(ledger.openRecords() + ledger.unsettledRecords());
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

  /** Everything received and neither settled nor handed back, from this lane's own books. */
  long held() {
    boolean gone = state instanceof LaneState.Gone;
    return gone ? 0 : buffer.records() + ledger.openRecords() + ledger.unsettledRecords();
  }

  long bufferedRecords() {
    return buffer.records();
  }

  boolean paused() {
    return paused;
  }

  void paused(boolean now) {
    paused = now;
  }

  LaneExtent extent() {
    return extent;
  }

  /** Records of the lane that are not settled yet, received or not. */
  long remaining() {
    return extent.remaining(ledger.settledPosition());
  }

  long settledPosition() {
    return ledger.settledPosition();
  }

  /** Nothing buffered, running, waiting or unsettled. */
  boolean quiet() {
    return !tries.busy() && held() == 0;
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
