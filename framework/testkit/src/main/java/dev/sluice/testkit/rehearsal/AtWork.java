package dev.sluice.testkit.rehearsal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Something happens once, while calls run: to a handler that makes checkpoints in the middle of a
 * call, to others as soon as it has begun. The end of that call is held, and if the engine is not
 * to hear of it, that of all later ones.
 */
final class AtWork implements Script {
  private final Measured measured;
  private final Hold hold;
  private final Consumer<Life<?>> before;
  private final BiConsumer<Life<?>, Call> happens;
  private final AtomicBoolean happened = new AtomicBoolean();
  private volatile Life<?> life;

  AtWork(Measured measured, Hold hold, BiConsumer<Life<?>, Call> happens) {
    this(measured, hold, life -> {}, happens);
  }

  /**
   * @param before happens when that call begins
   */
  AtWork(
      Measured measured, Hold hold, Consumer<Life<?>> before, BiConsumer<Life<?>, Call> happens) {
    this.measured = measured;
    this.hold = hold;
    this.before = before;
    this.happens = happens;
  }

  private void now(Call call) {
    if (happened.compareAndSet(false, true)) {
      happens.accept(life, call);
    }
  }

  private boolean chosen(Call call) {
    return call.number() == measured.early();
  }

  private boolean middle(Call call) {
    return call.checkpoints() == (measured.checkpoints() + 1) / 2;
  }

  @Override
  public void entered(Life<?> entered, Call call) {
    life = entered;
    if (chosen(call)) {
      before.accept(entered);
    }
    if (chosen(call) && !measured.makesCheckpoints()) {
      now(call);
    }
  }

  @Override
  public void checkpointed(Life<?> of, Call call) {
    if (chosen(call) && middle(call)) {
      now(call);
    }
  }

  @Override
  public Hold atCheckpoint(Call call) {
    return hold == Hold.UNTIL_DRAINING && chosen(call) && middle(call) ? hold : Hold.NONE;
  }

  @Override
  public Hold atEnd(Call call) {
    if (chosen(call)) {
      // A call with fewer checkpoints than others has none in its middle.
      now(call);
    }
    boolean later = hold == Hold.UNTIL_ENDED && call.number() > measured.early();
    return later || chosen(call) ? hold : Hold.NONE;
  }
}
