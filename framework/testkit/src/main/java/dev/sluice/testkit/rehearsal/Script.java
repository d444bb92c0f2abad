package dev.sluice.testkit.rehearsal;

import java.util.Optional;

/** What happens at which instant of a worker's life. Called from any thread; must not block. */
interface Script {

  /** Nothing happens. */
  Script NOTHING = new Script() {};

  /** A call begins. */
  default void entered(Life<?> life, Call call) {}

  /** A call has made a checkpoint. */
  default void checkpointed(Life<?> life, Call call) {}

  /** How long the end of a call is held. */
  default Hold atEnd(Call call) {
    return Hold.NONE;
  }

  /** How long a call is held at the checkpoint it has just made. */
  default Hold atCheckpoint(Call call) {
    return Hold.NONE;
  }

  /** What a call fails with before the handler is called, if it shall. */
  default Optional<RuntimeException> instead(Call call) {
    return Optional.empty();
  }
}
