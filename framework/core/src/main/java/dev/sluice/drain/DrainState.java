package dev.sluice.drain;

import dev.sluice.drain.DrainEffect.Announce;
import dev.sluice.drain.DrainEffect.ArmNeed;
import dev.sluice.drain.DrainEffect.AwaitTries;
import dev.sluice.drain.DrainEffect.Close;
import dev.sluice.drain.DrainEffect.CutTries;
import dev.sluice.drain.DrainEffect.Exit;
import dev.sluice.drain.DrainEffect.Halt;
import dev.sluice.drain.DrainEffect.Report;
import dev.sluice.drain.DrainEffect.Settle;
import dev.sluice.drain.DrainEffect.StopIntake;

/**
 * Where a worker stands between its start and its end. Each state answers the events it knows with
 * a {@link Step}; every other event leaves it where it is, without effects, because events race
 * with each other by nature (a timer fires while the last try ends). A terminal state answers
 * nothing.
 *
 * <p>States are immutable and hold no clock, so that any thread may work out what an event would
 * lead to: the deadline thread does, when the event loop is stuck.
 */
public sealed interface DrainState {

  /** The answer to an event. */
  Step on(DrainEvent event);

  /** The name in {@code /status} and in the docs. */
  default String name() {
    return getClass().getSimpleName();
  }

  /** Services connect, the source opens; nothing has been taken yet. */
  record Starting() implements DrainState {
    @Override
    public Step on(DrainEvent event) {
      if (event instanceof DrainEvent.Started) {
        return Step.stay(new Running());
      }
      if (event instanceof DrainEvent.StopRequested stop) {
        return Step.of(
            new Closing(new Course(stop.reason(), false)),
            new Announce(stop.reason()),
            new Close());
      }
      return Step.stay(this);
    }
  }

  /** Records flow. */
  record Running() implements DrainState {
    @Override
    public Step on(DrainEvent event) {
      if (event instanceof DrainEvent.StopRequested stop) {
        return Step.of(
            new StoppingIntake(new Course(stop.reason(), false)),
            new Announce(stop.reason()),
            new ArmNeed(),
            new StopIntake());
      }
      return Step.stay(this);
    }
  }

  /** No try starts any more; the source is being told to deliver nothing. */
  record StoppingIntake(Course course) implements DrainState {
    @Override
    public Step on(DrainEvent event) {
      if (event instanceof DrainEvent.IntakeStopped) {
        return Step.of(new Draining(course), new AwaitTries());
      }
      if (event instanceof DrainEvent.TryFailed) {
        return Step.stay(new StoppingIntake(course.withUnfinished()));
      }
      if (event instanceof DrainEvent.NeedElapsed) {
        return Step.of(new Settling(course), new CutTries(), new Settle());
      }
      return ending(this, event, course);
    }
  }

  /** Started tries reach their end or their next checkpoint. */
  record Draining(Course course) implements DrainState {
    @Override
    public Step on(DrainEvent event) {
      if (event instanceof DrainEvent.TriesEnded) {
        return Step.of(new Settling(course), new Settle());
      }
      if (event instanceof DrainEvent.TryFailed) {
        return Step.stay(new Draining(course.withUnfinished()));
      }
      if (event instanceof DrainEvent.NeedElapsed) {
        return Step.of(new Settling(course), new CutTries(), new Settle());
      }
      return ending(this, event, course);
    }
  }

  /** What is done is being settled, what is not is handed back. */
  record Settling(Course course) implements DrainState {
    @Override
    public Step on(DrainEvent event) {
      if (event instanceof DrainEvent.Settled settled) {
        return Step.of(
            new Closing(settled.complete() ? course : course.withUnfinished()), new Close());
      }
      if (event instanceof DrainEvent.TryFailed) {
        return Step.stay(new Settling(course.withUnfinished()));
      }
      if (event instanceof DrainEvent.CommitElapsed) {
        return Step.of(new Closing(course.withUnfinished()), new Close());
      }
      return ending(this, event, course);
    }
  }

  /** The source is left, handlers and services are closed; nothing can be settled any more. */
  record Closing(Course course) implements DrainState {
    @Override
    public Step on(DrainEvent event) {
      if (event instanceof DrainEvent.Closed || event instanceof DrainEvent.CloseElapsed) {
        return Step.of(new Stopped(course), course.report(), new Exit(course.exitCode()));
      }
      if (event instanceof DrainEvent.WindowElapsed) {
        // Everything that could be settled is settled by now: the course is known.
        return Step.of(new Stopped(course), course.report(), new Halt(course.exitCode()));
      }
      return ending(this, event, course);
    }
  }

  /** The report is written. */
  record Stopped(Course course) implements DrainState {
    @Override
    public Step on(DrainEvent event) {
      if (event instanceof DrainEvent.WindowElapsed) {
        // An ordinary exit can hang in another library's shutdown hook.
        return Step.of(this, new Halt(course.exitCode()));
      }
      if (event instanceof DrainEvent.SecondSignal signal) {
        return Step.of(this, new Halt(128 + signal.number()));
      }
      return Step.stay(this);
    }
  }

  private static Step ending(DrainState here, DrainEvent event, Course course) {
    if (event instanceof DrainEvent.WindowElapsed window) {
      Course end = window.allSettled() ? course : course.withUnfinished();
      return Step.of(new Stopped(end), end.report(), new Halt(end.exitCode()));
    }
    if (event instanceof DrainEvent.SecondSignal signal) {
      int exitCode = 128 + signal.number();
      return Step.of(
          new Stopped(course),
          new Report(course.reason(), DrainOutcome.FORCED, exitCode),
          new Halt(exitCode));
    }
    return Step.stay(here);
  }
}
