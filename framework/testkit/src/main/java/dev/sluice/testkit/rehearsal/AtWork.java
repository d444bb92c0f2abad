package dev.sluice.testkit.rehearsal;

import java.util.function.Consumer;

/**
 * Something happens while calls run: to a handler that makes checkpoints in the middle of them, to
 * others as soon as it has begun. The engine does not hear the end of these calls.
 */
final class AtWork implements Script {
  private final Measured measured;
  private final Consumer<Life<?>> happens;

  AtWork(Measured measured, Consumer<Life<?>> happens) {
    this.measured = measured;
    this.happens = happens;
  }

  @Override
  public void entered(Life<?> life, Call call) {
    if (call.number() == measured.early() && !measured.makesCheckpoints()) {
      happens.accept(life);
    }
  }

  @Override
  public void checkpointed(Life<?> life, Call call) {
    if (call.number() == measured.early()
        && call.checkpoints() == (measured.checkpoints() + 1) / 2) {
      happens.accept(life);
    }
  }

  @Override
  public Hold atEnd(Call call) {
    return call.number() >= measured.early() ? Hold.UNTIL_ENDED : Hold.NONE;
  }
}
