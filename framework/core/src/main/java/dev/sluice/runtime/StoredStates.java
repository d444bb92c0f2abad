package dev.sluice.runtime;

import dev.sluice.api.TryEnded;
import dev.sluice.progress.LaneLedger;
import dev.sluice.progress.ResumeState;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;

/** The resume states of the tries of one lane, and who waits for one to be stored. On the loop. */
final class StoredStates {

  private record Waiting(long version, Promise<Void> stored) {}

  private final LaneLedger ledger;
  private final int most;
  private final boolean inOrder;
  private byte[] tooLarge;
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  /**
   * @param most what the states of the lane may take together; zero if the source keeps none
   * @param inOrder whether what follows a chunk in the lane goes on behind it
   */
  StoredStates(LaneLedger ledger, int most, boolean inOrder) {
    this.ledger = ledger;
    this.most = most;
    this.inOrder = inOrder;
  }

  /** A try has made a checkpoint after so many records. */
  void checkpointed(RunningTry<?> current, int records) {
    forget(current);
    byte[] state = current.progress().stateAt(records);
    RawChunk chunk = current.work().rest();
    if (state == null || !fits(state)) {
      return;
    }
    if (records == chunk.size() && !inOrder) {
      // The next record is some other chunk's, which may have a state of its own there.
      ledger.passState();
    } else {
      long position =
          records < chunk.size() ? chunk.position(records) : chunk.positionAfter(records - 1);
      ledger.keepState(position, state);
      current.statePosition(position);
    }
  }

  /**
   * A try has made its last checkpoint once more.
   *
   * @return true when it brought another state
   */
  boolean replaced(RunningTry<?> current, int records) {
    byte[] state = records == 0 ? null : current.progress().stateAt(records);
    boolean another = most > 0 && state != null && state != ledger.state(current.statePosition());
    if (another) {
      checkpointed(current, records);
    }
    return another;
  }

  /** A try has finished its chunk: nobody goes on in it. */
  void finished(RunningTry<?> ended) {
    forget(ended);
  }

  private void forget(RunningTry<?> current) {
    ledger.forgetState(current.work().rest().firstPosition());
    if (current.statePosition() != Long.MIN_VALUE) {
      ledger.forgetState(current.statePosition());
      current.statePosition(Long.MIN_VALUE);
    }
  }

  private boolean fits(byte[] state) {
    boolean fits = ledger.stateBytes() + state.length + ResumeState.OVERHEAD <= most;
    if (!fits) {
      tooLarge = state;
    }
    return fits;
  }

  /** Completes when what a try has left with its last checkpoint is stored. */
  Future<Void> future(RunningTry<?> current) {
    if (most == 0) {
      return Future.failedFuture(
          new UnsupportedOperationException("the source of this pipeline keeps no resume states"));
    }
    TryProgress<?> progress = current.progress();
    byte[] last = progress.stateAt(progress.checkpointed());
    if (last != null && last == tooLarge) {
      return Future.failedFuture(
          new IllegalArgumentException(
              "a resume state of "
                  + last.length
                  + " bytes is too large: the source of this pipeline keeps "
                  + most
                  + " bytes a lane, "
                  + ResumeState.OVERHEAD
                  + " for each state included, and "
                  + ledger.stateBytes()
                  + " are taken. Keep less, for example where the state is found"));
    }
    Promise<Void> stored = Promise.promise();
    waiting.addLast(new Waiting(ledger.version(), stored));
    answered();
    return stored.future();
  }

  /** The source has answered a settle. */
  void answered() {
    long stored = ledger.dirty() ? ledger.storedVersion() : ledger.version();
    while (!waiting.isEmpty() && waiting.peekFirst().version() <= stored) {
      waiting.pollFirst().stored().complete();
    }
  }

  /** The lane is gone: nothing is stored any more. */
  void ended() {
    while (!waiting.isEmpty()) {
      waiting.pollFirst().stored().fail(new TryEnded("the lane is gone; the state is not stored"));
    }
  }
}
