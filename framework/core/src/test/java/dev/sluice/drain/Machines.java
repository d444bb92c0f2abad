package dev.sluice.drain;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Every state and event of the two machines, and how tests and the docs write them down. */
final class Machines {
  static final Course CLEAN = new Course(StopReason.TERM, false);

  /** An operation on a lane. */
  record LaneCall(String name, UnaryOperator<LaneState> on) {}

  private Machines() {}

  /** One of each kind, with a stop by SIGTERM in which nothing has gone wrong yet. */
  static List<DrainState> states() {
    return List.of(
        new DrainState.Starting(),
        new DrainState.Running(),
        new DrainState.StoppingIntake(CLEAN),
        new DrainState.Draining(CLEAN),
        new DrainState.Settling(CLEAN),
        new DrainState.Closing(CLEAN),
        new DrainState.Stopped(CLEAN));
  }

  /** One of each kind and of each answer that matters. */
  static List<DrainEvent> events() {
    return List.of(
        new DrainEvent.Started(),
        new DrainEvent.StopRequested(StopReason.TERM),
        new DrainEvent.IntakeStopped(),
        new DrainEvent.TryFailed(),
        new DrainEvent.TriesEnded(),
        new DrainEvent.NeedElapsed(),
        new DrainEvent.Settled(true),
        new DrainEvent.Settled(false),
        new DrainEvent.CommitElapsed(),
        new DrainEvent.Closed(),
        new DrainEvent.CloseElapsed(),
        new DrainEvent.WindowElapsed(true),
        new DrainEvent.WindowElapsed(false),
        new DrainEvent.SecondSignal(15),
        new DrainEvent.SecondSignal(2));
  }

  /** {@link #events()} with a stop request for every reason. */
  static List<DrainEvent> eventsOfEveryReason() {
    List<DrainEvent> events = new ArrayList<>(events());
    for (StopReason reason : StopReason.values()) {
      DrainEvent stop = new DrainEvent.StopRequested(reason);
      if (!events.contains(stop)) {
        events.add(stop);
      }
    }
    return events;
  }

  /** Every state that any sequence of events can lead to. */
  static Set<DrainState> reachable() {
    Set<DrainState> seen = new LinkedHashSet<>();
    List<DrainState> next = new ArrayList<>(List.of(new DrainState.Starting()));
    while (!next.isEmpty()) {
      DrainState state = next.remove(next.size() - 1);
      if (seen.add(state)) {
        eventsOfEveryReason().forEach(event -> next.add(state.on(event).state()));
      }
    }
    return seen;
  }

  static List<LaneState> laneStates() {
    return List.of(
        new LaneState.Open(),
        new LaneState.Revoking(),
        new LaneState.Halted("a"),
        new LaneState.Gone(true),
        new LaneState.Gone(false));
  }

  static List<LaneCall> laneCalls() {
    return List.of(
        new LaneCall("revoke", LaneState::revoke),
        new LaneCall("release", LaneState::release),
        new LaneCall("lose", LaneState::lose),
        new LaneCall("halt", state -> state.halt("b")));
  }

  static String text(DrainState state) {
    Course course = courseOf(state);
    if (course == null) {
      return state.name();
    }
    return state.name()
        + "["
        + course.reason().word()
        + (course.unfinished() ? ", unfinished" : "")
        + "]";
  }

  /** What a stop carries in that state, or null before one. */
  static Course courseOf(DrainState state) {
    if (state instanceof DrainState.StoppingIntake stopping) {
      return stopping.course();
    }
    if (state instanceof DrainState.Draining draining) {
      return draining.course();
    }
    if (state instanceof DrainState.Settling settling) {
      return settling.course();
    }
    if (state instanceof DrainState.Closing closing) {
      return closing.course();
    }
    return state instanceof DrainState.Stopped stopped ? stopped.course() : null;
  }

  static String text(DrainEvent event) {
    String name = event.getClass().getSimpleName();
    if (event instanceof DrainEvent.StopRequested stop) {
      return name + "(" + stop.reason().word() + ")";
    }
    if (event instanceof DrainEvent.Settled settled) {
      return name + (settled.complete() ? "(complete)" : "(incomplete)");
    }
    if (event instanceof DrainEvent.WindowElapsed window) {
      return name + (window.allSettled() ? "(all settled)" : "(not all settled)");
    }
    return event instanceof DrainEvent.SecondSignal signal
        ? name + "(" + signal.number() + ")"
        : name;
  }

  static String text(DrainEffect effect) {
    String name = effect.getClass().getSimpleName();
    if (effect instanceof DrainEffect.Announce announce) {
      return name + "(" + announce.reason().word() + ")";
    }
    if (effect instanceof DrainEffect.Report report) {
      return name
          + "("
          + report.reason().word()
          + ", "
          + report.outcome().word()
          + ", "
          + report.exitCode()
          + ")";
    }
    if (effect instanceof DrainEffect.Exit exit) {
      return name + "(" + exit.exitCode() + ")";
    }
    return effect instanceof DrainEffect.Halt halt ? name + "(" + halt.exitCode() + ")" : name;
  }

  static String text(List<DrainEffect> effects) {
    return String.join(", ", effects.stream().map(Machines::text).toList());
  }
}
