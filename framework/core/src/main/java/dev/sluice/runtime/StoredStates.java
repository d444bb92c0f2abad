package dev.sluice.runtime;

import dev.sluice.api.TryEnded;
import dev.sluice.progress.LaneLedger;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;

/** The resume states of the tries of one lane, and who waits for one to be stored. On the loop. */
final class StoredStates {

  private record Waiting(long version, Promise<Void> stored) {}

  private final LaneLedger ledger;
  private final boolean kept;
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  StoredStates(LaneLedger ledger, boolean kept) {
    this.ledger = ledger;
    this.kept = kept;
  }

  /** A try has made a checkpoint after so many records. */
  void checkpointed(RunningTry<?> current, int records) {
    forget(current);
    byte[] state = current.progress().stateAt(records);
    if (state != null && kept) {
      RawChunk chunk = current.work().rest();
      long position =
          records < chunk.size() ? chunk.position(records) : chunk.positionAfter(records - 1);
      ledger.keepState(position, state);
      current.statePosition(position);
    }
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

  /** Completes when what has been kept up to now is stored. */
  Future<Void> future() {
    if (!kept) {
      return Future.failedFuture(
          new UnsupportedOperationException("the source of this pipeline keeps no resume states"));
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
