package dev.sluice.drain;

import java.util.ArrayList;
import java.util.List;

/** Prints the page of transitions from the code. */
final class TransitionTable {
  private static final String HEAD =
      """
      # Transitions

      Printed from the code by `TransitionTableTest`, which fails when this page is not what the code does.
      Print it anew with `mvn -pl framework/core -am test -Dtest=TransitionTableTest -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.docs.update=true`.

      ## A worker

      An event that a state's table does not list leaves the state as it is, without effects: events race with each other by nature.
      The examples stop by SIGTERM (`TERM`); `unfinished` means that a record of a started try is neither settled nor checkpointed.
      """;

  private TransitionTable() {}

  static String print() {
    StringBuilder page = new StringBuilder(HEAD);
    Machines.states().forEach(state -> page.append(section(state)));
    page.append(exitCodes());
    page.append(lanes());
    return page.toString();
  }

  private static String section(DrainState state) {
    StringBuilder rows = new StringBuilder();
    for (DrainEvent event : Machines.events()) {
      Step step = state.on(event);
      if (!step.state().equals(state) || !step.effects().isEmpty()) {
        rows.append("| ").append(Machines.text(event));
        rows.append(" | ").append(Machines.text(step.state()));
        rows.append(" | ").append(Machines.text(step.effects())).append(" |\n");
      }
    }
    return "\n### "
        + state.name()
        + "\n\n| event | next | effects, in order |\n|---|---|---|\n"
        + rows;
  }

  private static String exitCodes() {
    StringBuilder rows = new StringBuilder();
    for (StopReason reason : StopReason.values()) {
      rows.append("| ").append(reason.word());
      for (boolean unfinished : new boolean[] {false, true}) {
        Course course = new Course(reason, unfinished);
        rows.append(" | ").append(course.outcome().word()).append(", ").append(course.exitCode());
      }
      rows.append(" |\n");
    }
    return "\n### Outcome and exit code\n\n| reason | nothing left behind | something left behind |\n"
        + "|---|---|---|\n"
        + rows
        + "\nA second signal makes the outcome `forced` and the code 128 + its number.\n";
  }

  private static String lanes() {
    StringBuilder head = new StringBuilder();
    StringBuilder line = new StringBuilder();
    for (Machines.LaneCall call : Machines.laneCalls()) {
      head.append(' ').append(call.name()).append(" |");
      line.append("---|");
    }
    StringBuilder rows = new StringBuilder();
    for (LaneState state : Machines.laneStates()) {
      List<String> cells = new ArrayList<>();
      cells.add(name(state));
      cells.add(state.mayStart() ? "yes" : "no");
      cells.add(state.maySettle() ? "yes" : "no");
      Machines.laneCalls().forEach(call -> cells.add(change(state, call.on().apply(state))));
      rows.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
    return String.format(
            """

      ## A lane

      One lane in one generation. `Gone` is terminal.

      | state | starts tries | may settle |%s
      |---|---|---|%s
      """,
            head, line)
        + rows;
  }

  private static String change(LaneState before, LaneState after) {
    return after.equals(before) ? "-" : name(after);
  }

  private static String name(LaneState state) {
    if (state instanceof LaneState.Gone gone) {
      return gone.orderly() ? "Gone (released)" : "Gone (lost)";
    }
    return state.getClass().getSimpleName();
  }
}
