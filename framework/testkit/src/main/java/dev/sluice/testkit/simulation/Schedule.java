package dev.sluice.testkit.simulation;

import dev.sluice.drain.StopReason;
import java.util.List;
import java.util.Optional;

/** One schedule: everything in it follows from its seed. */
final class Schedule {
  private static final int MOST_STEPS = 60;
  private static final int STEPS_AFTER_STOP = 14;
  private static final int LIVES = 6;

  private final World world;
  private final Dice dice;
  private Life life;
  private Checks checks;
  private Time time;
  private Steps steps;
  private int taken;

  Schedule(long seed, boolean traced) {
    dice = new Dice(seed);
    List<Profile> profiles = Profile.all();
    Profile profile = profiles.get(dice.below(profiles.size()));
    world = new World(dice, profile, new Trace(traced));
    if (world.trace.on()) {
      world.trace.add("profile " + profile.name());
    }
  }

  /** Runs to the end or to the first violation. */
  Optional<Violation> run() {
    try {
      int lives = dice.between(1, 2);
      for (int i = 0; i < lives && !world.broken(); i++) {
        begin();
        live(i == lives - 1);
      }
      for (int i = 0; i < LIVES && !world.broken() && !world.allSettled(); i++) {
        if (i > 0) {
          world.mend();
        }
        begin();
        workOff();
      }
      if (!world.broken() && !world.allSettled()) {
        world.violate(Invariant.NOTHING_LOST, "records are left that nobody works off");
      }
    } catch (RuntimeException | Error e) {
      world.violate(Invariant.NO_EXCEPTION, e.toString());
      if (world.trace.on()) {
        for (StackTraceElement frame : e.getStackTrace()) {
          world.trace.add("    at " + frame);
        }
      }
    }
    return Optional.ofNullable(world.violation());
  }

  private void begin() {
    world.trace.add("a process begins");
    life = new Life(world);
    checks = new Checks(world, life);
    time = new Time(world, life, checks);
    steps = new Steps(world, life, time);
  }

  private void live(boolean last) {
    if (dice.chance(15)) {
      life.source.holdStopIntake();
    }
    for (LaneModel lane : world.lanes) {
      if (dice.chance(80)) {
        life.assign(lane);
      }
    }
    int before = dice.below(MOST_STEPS);
    step(before);
    boolean stops = !last || dice.chance(60);
    if (stops && !life.over() && !world.broken()) {
      end();
    }
    if (!life.over() && !world.broken()) {
      if (last) {
        workOff();
        return;
      }
      time.pass(world.knobs.windowNanos);
    }
    dead();
  }

  /** A stop, or the sudden death, of a process in the middle of everything. */
  private void end() {
    if (dice.chance(25)) {
      world.trace.add("SIGKILL");
      life.die();
      return;
    }
    life.stop(dice.chance(80) ? StopReason.TERM : StopReason.INT);
    settleLoop();
    int draw = dice.below(100);
    step(dice.below(STEPS_AFTER_STOP));
    if (life.over() || world.broken()) {
      return;
    }
    if (draw < 12) {
      world.trace.add("a second signal");
      life.engine.secondSignal(15);
    } else if (draw < 24) {
      world.trace.add("SIGKILL");
      life.die();
    } else if (draw < 60) {
      time.pass(world.knobs.windowNanos);
    }
  }

  private void step(int count) {
    for (int i = 0; i < count && !life.over() && !world.broken(); i++) {
      steps.any();
      taken++;
      settleLoop();
    }
  }

  /** Mostly the loop comes to rest between two events, and sometimes it lags. */
  private void settleLoop() {
    if (life.over()) {
      return;
    }
    int draw = dice.below(10);
    if (draw < 7) {
      time.rest();
    } else if (draw < 9) {
      time.turn(dice.between(1, 3));
    }
    checks.deadline();
  }

  private void workOff() {
    new WorkOff(world, life, time).run();
    dead();
  }

  /** Looks at how a process has ended, and clears up after it. */
  private void dead() {
    if (!world.broken() && life.engine.exit().isComplete()) {
      checks.exited();
    }
    life.die();
  }

  /** The name of the profile it runs. */
  String profile() {
    return world.profile.name();
  }

  int taken() {
    return taken;
  }

  List<String> trace() {
    return world.trace.lines();
  }
}
