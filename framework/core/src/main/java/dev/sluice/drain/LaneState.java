package dev.sluice.drain;

/**
 * The life of one lane in one generation. Only {@link Open} starts tries; only {@link Open}, {@link
 * Revoking} and {@link Halted} may still settle.
 */
public sealed interface LaneState {

  /** Tries may start. */
  default boolean mayStart() {
    return false;
  }

  /** What is done may be settled. */
  default boolean maySettle() {
    return false;
  }

  /** The source is taking the lane away; started tries may end. */
  default LaneState revoke() {
    return new Revoking();
  }

  /** The lane is gone without notice. */
  default LaneState lose() {
    return new Gone(false);
  }

  /** The last settle of a revoke is over. */
  default LaneState release() {
    return new Gone(true);
  }

  /** The lane can't go on; a person must look. */
  default LaneState halt(String reason) {
    return new Halted(reason);
  }

  /** Records flow. */
  record Open() implements LaneState {
    @Override
    public boolean mayStart() {
      return true;
    }

    @Override
    public boolean maySettle() {
      return true;
    }
  }

  /** Being given up: no try starts, started ones end, then one last settle. */
  record Revoking() implements LaneState {
    @Override
    public boolean maySettle() {
      return true;
    }

    @Override
    public LaneState revoke() {
      return this;
    }

    @Override
    public LaneState halt(String reason) {
      return this;
    }
  }

  /**
   * Stopped by a record or a handler that the policy does not let pass. What was done before is
   * settled, the rest stays unsettled, readiness is off.
   *
   * @param reason what happened and at which position
   */
  record Halted(String reason) implements LaneState {
    @Override
    public boolean maySettle() {
      return true;
    }

    @Override
    public LaneState halt(String again) {
      return this;
    }
  }

  /**
   * Not ours any more. Terminal: whatever arrives late is counted and dropped.
   *
   * @param orderly true after a revoke, false when the lane was lost
   */
  record Gone(boolean orderly) implements LaneState {
    @Override
    public LaneState revoke() {
      return this;
    }

    @Override
    public LaneState lose() {
      return this;
    }

    @Override
    public LaneState release() {
      return this;
    }

    @Override
    public LaneState halt(String reason) {
      return this;
    }
  }
}
