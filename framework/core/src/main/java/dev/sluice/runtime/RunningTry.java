package dev.sluice.runtime;

import dev.sluice.time.Timers;
import java.util.function.Consumer;

/**
 * One try from its start to the moment the handler has really ended, which may be after the engine
 * stopped waiting for it. Confined to the event loop, but for its {@link TryProgress}.
 */
final class RunningTry<T> {
  private final Work work;
  private final TryProgress<T> progress;
  private final Runnable onDead;
  private Timers.Timer limitTimer = () -> {};
  private boolean handlerEnded;

  /**
   * @param onDead runs once when the try is ended from outside
   */
  RunningTry(Work work, TryProgress<T> progress, Runnable onDead) {
    this.work = work;
    this.progress = progress;
    this.onDead = onDead;
  }

  Work work() {
    return work;
  }

  TryProgress<T> progress() {
    return progress;
  }

  void limitTimer(Timers.Timer timer) {
    limitTimer = timer;
  }

  /** The engine goes on waiting for the handler, no longer for the limit. */
  void cancelLimit() {
    limitTimer.cancel();
  }

  /** True once the handler's future has completed or its thread has returned. */
  boolean handlerEnded() {
    return handlerEnded;
  }

  void handlerHasEnded() {
    handlerEnded = true;
    limitTimer.cancel();
  }

  /**
   * Ends the try from outside.
   *
   * @return how many of its records are checkpointed
   */
  int kill(String why) {
    int checkpointed = progress.end(why);
    onDead.run();
    return checkpointed;
  }

  /** What the launcher calls on the event loop when the handler has ended. */
  interface Listener<T> {
    /** A try's handler has ended, in time or late. */
    void tryEnded(RunningTry<T> ended, TryEnd end);

    /** A try has a new checkpoint. */
    void checkpointed(RunningTry<T> running);
  }

  /** Applies an action to this try if the handler is still inside it. */
  void ifRunning(Consumer<RunningTry<T>> action) {
    if (!handlerEnded) {
      action.accept(this);
    }
  }
}
