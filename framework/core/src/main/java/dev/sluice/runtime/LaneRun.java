package dev.sluice.runtime;

import dev.sluice.config.Ordering;
import dev.sluice.drain.LaneState;
import dev.sluice.progress.LaneLedger;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * One lane in one generation: takes batches, lets its order cut chunks and run them, and keeps the
 * books. Confined to the event loop, but for {@link #draining()} and {@link #deadlineNanos()},
 * which handler threads read.
 */
final class LaneRun<T> implements TryProgress.Bounds {
  private final LaneParts<T> parts;
  private final LaneLedger ledger;
  private final LaneOrder order;
  private final LaneExtent extent;
  private final LaneAccount account;
  private final Rejects<T> rejects;
  private final Strands<T> strands = new Strands<>();

  private LaneState state = new LaneState.Open();
  private boolean behind;
  private volatile long revokeDeadline = Long.MAX_VALUE;

  LaneRun(LaneRef ref, ResumePoint at, LaneParts<T> parts) {
    FailureSettings failures = parts.settings().failures();
    this.parts = parts;
    this.ledger = LaneLedger.of(ref, at, parts.settings().settling());
    this.extent = new LaneExtent(at.position());
    this.rejects = new Rejects<>(this, parts);
    this.account =
        new LaneAccount(
            ledger,
            parts.tally(),
            new Ceiling(parts.clock(), failures.ceiling(), failures.ceilingPer()),
            parts.settings().stateBytes(),
            parts.settings().ordering() == Ordering.LANE,
            this::progressed);
    this.order = LaneOrder.of(this, parts);
  }

  LaneRef ref() {
    return ledger.lane();
  }

  LaneState state() {
    return state;
  }

  LaneLedger ledger() {
    return ledger;
  }

  /** The lane's books, as strands write to them. */
  LaneAccount account() {
    return account;
  }

  Rejects<T> rejects() {
    return rejects;
  }

  /** A batch has arrived. What can't start any more is handed back at once. */
  void offer(Batch batch) {
    parts.tally().received.addAndGet(batch.size());
    if (batch.position(0) < extent.receivedNext()) {
      parts.tally().handBack(batch.size());
      halt(
          ref().name()
              + " was delivered position "
              + batch.position(0)
              + " after "
              + extent.receivedNext());
      return;
    }
    extent.received(batch);
    if (state instanceof LaneState.Gone) {
      parts.tally().handBack(batch.size());
      return;
    }
    long first = ledger.receive(batch);
    batch.states().forEach(ledger::giveState);
    boolean wanted = mayStart();
    account.joining().alone(batch.alone());
    long end = first + batch.size();
    // What an earlier owner had done is done; the rest are one run, unless there was such.
    for (long from = ledger.nextOpen(first, end); from < end; ) {
      long to = ledger.nextEnded(from, end);
      if (wanted) {
        order.add(batch, first, (int) (from - first), (int) (to - first));
      } else {
        account.handBack(from, to);
      }
      from = ledger.nextOpen(to, end);
    }
    account.load().received(end, batch);
    account.progressed();
    if (wanted) {
      order.advance();
    }
    parts.host().holds(this);
  }

  /** A place, a predecessor or a dependency that held work back is free. */
  void wake() {
    strands.wake();
    order.wake();
  }

  /** The source wants records back; those of a lane that ends are on their way back already. */
  void withdraw(Set<Long> positions) {
    if (mayStart()) {
      LongStream open = positions.stream().sorted().mapToLong(ledger::openAt);
      for (long number : open.filter(at -> at >= 0).toArray()) {
        if (order.remove(number)) {
          account.handBack(number, number + 1);
        } else {
          strands.withdraw(number);
        }
      }
      // Not before all are out: what one makes room for must not be the next of them.
      strands.wake();
    }
    account.progressed();
    parts.host().holds(this);
  }

  // What strands report.

  Strands<T> strands() {
    return strands;
  }

  /** Records of a started try have not ended: a stop now or later says so. */
  void leftBehind() {
    behind = true;
    tellLeftBehind();
  }

  private void tellLeftBehind() {
    if (behind && parts.host().draining() && !(state instanceof LaneState.Gone)) {
      behind = false;
      parts.host().leftBehind();
    }
  }

  /** A handler that nobody waited for has come back. */
  void handlerOut() {
    if (state instanceof LaneState.Gone) {
      parts.host().handlerEnded(this);
    }
  }

  private void progressed() {
    if (dirty()) {
      parts.host().settleSoon();
    }
  }

  boolean mayStart() {
    return state.mayStart() && !parts.host().draining();
  }

  // What the settler asks.

  /** What may be settled now. */
  List<Settlement> takeSettlements() {
    return state.maySettle() ? ledger.take() : List.of();
  }

  /** What the last settle of a revoked lane is; nothing if it was lost meanwhile. */
  List<Settlement> finalSettlements() {
    return state.maySettle() ? ledger.takeFinal() : List.of();
  }

  /** The source's answer to a settlement of this lane. */
  void settled(Settlement settlement) {
    // A lane that is gone was handed back in the books before the answer came.
    if (!(state instanceof LaneState.Gone)) {
      account.settled(ledger.settled(settlement));
      parts.host().holds(this);
    }
  }

  /** Records of a settlement turned out not to be ours; the lane is. */
  void stale(Settlement settlement) {
    if (!(state instanceof LaneState.Gone)) {
      account.settled(ledger.stale(settlement));
      parts.host().holds(this);
      if (settlement instanceof Settlement.Done && parts.host().draining()) {
        parts.host().leftBehind();
      }
    }
  }

  /** The source could not settle; the same records come up again. */
  void settleFailed(Settlement settlement) {
    if (!(state instanceof LaneState.Gone)) {
      ledger.failed(settlement);
    }
  }

  boolean dirty() {
    return state.maySettle() && ledger.dirty();
  }

  // How the lane ends.

  /** Stops intake of this lane: hands back what is only buffered or waits to be tried again. */
  void stopIntake() {
    order.drain(account::handBack);
    strands.drop();
    tellLeftBehind();
    parts.host().holds(this);
  }

  /** The source takes the lane away. */
  void revoke(long deadlineNanos) {
    state = state.revoke();
    revokeDeadline = deadlineNanos;
    stopIntake();
  }

  /** Ends every try in flight. */
  void kill(String why) {
    strands.kill(why);
  }

  /** The lane is gone, orderly after a revoke or not. Everything not settled is handed back. */
  void gone(boolean orderly) {
    if (state instanceof LaneState.Gone) {
      return;
    }
    state = orderly ? state.release() : state.lose();
    kill(orderly ? "the lane was revoked" : "the lane was lost");
    stopIntake();
    if (parts.host().draining() && (behind || ledger.unsaved() > 0)) {
      parts.host().leftBehind();
    }
    parts.tally().handBack(inBooks());
    account.ended();
    parts.host().holds(this);
  }

  /** The lane can't go on. What was done before is still settled. */
  void halt(String reason) {
    if (state instanceof LaneState.Open) {
      state = state.halt(reason);
      stopIntake();
      parts.host().halted(this, reason);
    }
  }

  // What others look at.

  /** Everything received and neither settled nor handed back, from this lane's own books. */
  long held() {
    return state instanceof LaneState.Gone ? 0 : inBooks();
  }

  private long inBooks() {
    return order.records() + strands.held() + ledger.unsettled();
  }

  long bufferedRecords() {
    return order.records();
  }

  LaneExtent extent() {
    return extent;
  }

  /** Records of the lane that are not settled yet, received or not. */
  long remaining() {
    return extent.remaining(settledPosition());
  }

  long settledPosition() {
    return ledger.settledPosition();
  }

  /** Nothing buffered, running, waiting or unsettled. */
  boolean quiet() {
    return held() == 0 && !dirty();
  }

  @Override
  public boolean draining() {
    return parts.host().draining() || revokeDeadline != Long.MAX_VALUE;
  }

  @Override
  public long deadlineNanos() {
    return Math.min(revokeDeadline, parts.host().needDeadlineNanos());
  }
}
