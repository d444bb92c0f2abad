package dev.sluice.testkit.simulation;

/** Lets time pass for one process: timers are posted when they are due, the deadline ends it. */
final class Time {
  private final World world;
  private final Life life;
  private final Checks checks;

  Time(World world, Life life, Checks checks) {
    this.world = world;
    this.life = life;
    this.checks = checks;
  }

  void toNextTimer() {
    if (life.timers.nextDueNanos().isPresent()) {
      pass(Math.max(0, life.timers.nextDueNanos().getAsLong() - world.clock.nanos()));
    }
  }

  void pass(long nanos) {
    long target = world.clock.nanos() + nanos;
    boolean lagging = world.dice.chance(10);
    while (!life.over() && !world.broken()) {
      long next = next(target);
      if (next > world.clock.nanos()) {
        life.mayBeCut |= life.stopNanos != Life.NEVER && life.loop.pending() > 0;
        world.clock.moveTo(next);
      }
      if (life.deadline.look(world.clock.nanos())) {
        if (world.trace.on()) {
          world.trace.add("the deadline halts the process at " + world.time());
        }
        return;
      }
      checks.deadline();
      boolean fired = life.timers.fireDue() > 0;
      if (fired && !lagging) {
        rest();
      } else if (next >= target) {
        break;
      }
    }
    if (world.trace.on()) {
      world.trace.add("it is " + world.time());
    }
  }

  private long next(long target) {
    long next = target;
    if (life.timers.nextDueNanos().isPresent()) {
      next = Math.min(next, life.timers.nextDueNanos().getAsLong());
    }
    if (life.deadline.atNanos().isPresent()) {
      next = Math.min(next, life.deadline.atNanos().getAsLong());
    }
    return next;
  }

  /** Turns the loop until it has nothing to do, then looks. */
  void rest() {
    try {
      do {
        life.loop.turnAll();
      } while (!life.over() && life.timers.fireDue() > 0);
    } catch (RuntimeException | Error e) {
      world.violate(Invariant.NO_EXCEPTION, e.toString());
      return;
    }
    if (!life.over()) {
      checks.atRest();
    }
  }

  /** Turns the loop a few times only. */
  void turn(int times) {
    try {
      for (int i = 0; i < times; i++) {
        life.loop.turn();
      }
    } catch (RuntimeException | Error e) {
      world.violate(Invariant.NO_EXCEPTION, e.toString());
    }
  }
}
