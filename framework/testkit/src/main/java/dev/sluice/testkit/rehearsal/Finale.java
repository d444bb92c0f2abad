package dev.sluice.testkit.rehearsal;

import java.util.ArrayList;
import java.util.List;

/** The worker that comes after the others and does what is left; then everything is counted. */
final class Finale {
  private Finale() {}

  /** Finishes with a fresh worker and counts over all lives. Blocks. */
  static <T> Reckoning after(Stage<T> stage, Dealt dealt, Measured measured, List<Life<T>> before)
      throws InterruptedException {
    List<Life<T>> lives = new ArrayList<>(before);
    Life<T> last = stage.begin(dealt, stage.plan().figures(), Script.NOTHING);
    last.finish();
    lives.add(last);
    return count(stage, dealt, measured, lives);
  }

  /** Counts over lives that are over. Blocks. */
  static <T> Reckoning count(Stage<T> stage, Dealt dealt, Measured measured, List<Life<T>> lives)
      throws InterruptedException {
    return stage.onLoop(() -> Reckoning.of(dealt, lives, measured.checkpointsAll()));
  }
}
