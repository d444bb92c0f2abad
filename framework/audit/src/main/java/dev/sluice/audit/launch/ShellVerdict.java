package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What becomes of the signal when it meets a shell that waits for a program. */
final class ShellVerdict {
  private final ShellKind kind;
  private final String shell;
  private final Launch.Cause cause;
  private final Route route;
  private final ShellState state;
  private final int waits;

  /**
   * For one shell.
   *
   * @param shell what it is called
   * @param waits how many times it waits in all
   */
  ShellVerdict(
      ShellKind kind, String shell, Launch.Cause cause, Route route, ShellState state, int waits) {
    this.kind = kind;
    this.shell = shell;
    this.cause = cause;
    this.route = route;
    this.state = state;
    this.waits = waits;
  }

  /** The verdict over all ways through the text; at least one. */
  Launch of(List<Stay> stays) {
    List<Launch> launches = new ArrayList<>();
    for (Stay stay : stays) {
      String note = stay.inner().note();
      if (!note.equals(Follower.AGAIN) && !note.equals(ShellStart.INTERACTIVE)) {
        launches.add(of(stay));
      }
    }
    if (launches.isEmpty()) {
      return of(stays.get(stays.size() - 1));
    }
    Launch last = launches.get(launches.size() - 1);
    Set<SignalPath> paths = EnumSet.noneOf(SignalPath.class);
    launches.forEach(launch -> paths.add(launch.path()));
    if (paths.size() == 1) {
      return last;
    }
    String decisive =
        launches.stream()
            .filter(launch -> launch.path() != SignalPath.REACHES)
            .map(launch -> launch.at() + ": " + launch.note())
            .findFirst()
            .orElse("");
    return launch(
        last,
        SignalPath.UNKNOWN,
        "a condition decides; on one of the ways, " + decisive,
        last.signal());
  }

  /**
   * The same, unless the signal reaches the last command only and an earlier one may be the work.
   */
  Launch among(Launch last, List<Stay> stays, List<Stay> longOnes) {
    Optional<Stay> earlier =
        longOnes.stream()
            .filter(it -> stays.stream().noneMatch(stay -> stay.inner().equals(it.inner())))
            .filter(it -> last.path() == SignalPath.REACHES && !group())
            .findFirst();
    return earlier
        .map(
            it ->
                new Launch(
                    SignalPath.UNKNOWN,
                    Launch.Cause.UNREAD,
                    last.program(),
                    last.variables(),
                    it.at(),
                    "while "
                        + String.join(" ", it.inner().program().stream().map(Word::text).toList())
                        + " runs, "
                        + shell
                        + " stands in front of it and passes nothing on; only the command after it"
                        + " hears of a stop, and which of them is the work can't be told",
                    last.signal()))
        .orElse(last);
  }

  private Launch of(Stay stay) {
    if (stay.kind() == Stay.Kind.REPLACED) {
      return stay.inner();
    }
    if (!stay.trap().sure()) {
      return kept(stay, SignalPath.UNKNOWN, "a condition decides whether " + shell + " has a trap");
    }
    if (stay.trap().action().isEmpty()) {
      return withoutTrap(stay);
    }
    if (stay.kind() == Stay.Kind.FOREGROUND || stay.trap().ignores()) {
      return group()
          ? kept(stay, stay.inner().path(), shell + " stays, and the whole group gets the signal")
          : kept(
              stay,
              SignalPath.KEPT_BY_SHELL,
              shell + " runs its trap only when the program has ended by itself");
    }
    return trapped(stay);
  }

  private boolean group() {
    return route.stopped() == Stopped.CHILD_GROUP;
  }

  private boolean one() {
    return route.stopped() == Stopped.PROCESS_ONE;
  }

  private Launch withoutTrap(Stay stay) {
    if (!one()) {
      return ends(stay, "has no trap");
    }
    return kind == ShellKind.BASH && stay.trap().onExit()
        ? ends(stay, "has a trap for EXIT only")
        : kept(
            stay,
            SignalPath.KEPT_BY_SHELL,
            shell + " stays in front of the program as process 1 and passes nothing on");
  }

  /** The shell ends at once. */
  private Launch ends(Stay stay, String why) {
    return one()
        ? kept(
            stay,
            SignalPath.ENDS_AT_ONCE,
            shell + " " + why + ": it ends at once, and the container with it")
        : kept(
            stay,
            SignalPath.ORPHANS_PROGRAM,
            shell
                + " "
                + why
                + ": it ends at once, and nobody waits for the program"
                + (group() ? ", which gets the signal" : ", which never hears of the stop"));
  }

  private Launch trapped(Stay stay) {
    TrapAction action =
        new TrapAction(state.functions(), kind).read(stay.trap().action().orElseThrow());
    boolean stays = (!action.exits() && waits > stay.waits()) || action.waits();
    if (action.unclear().isPresent()) {
      return kept(
          stay,
          SignalPath.UNKNOWN,
          "it can't be told what " + action.unclear().get() + " in the trap does to the program");
    }
    if (action.sent().filter("KILL"::equals).isPresent()) {
      return kept(stay, SignalPath.ENDS_AT_ONCE, "the trap kills the program with KILL");
    }
    if (!stays) {
      return ends(stay, action.forwards() ? "does not wait after its trap" : "ends by its trap");
    }
    if (!action.forwards() && !group()) {
      return kept(stay, SignalPath.KEPT_BY_SHELL, "the trap sends the program nothing");
    }
    Optional<String> other =
        action.sent().filter(signal -> !signal.equals(route.signal()) && !group());
    SignalPath path = stay.inner().path();
    if (path == SignalPath.ORPHANS_PROGRAM) {
      return ends(stay, "waits for another shell, which the signal ends");
    }
    return launch(
        stay.inner(),
        path,
        "the trap passes the signal on and waits",
        stay.inner().signal().or(() -> other));
  }

  private Launch kept(Stay stay, SignalPath path, String note) {
    Launch at =
        new Launch(
            path,
            stay.loop() ? Launch.Cause.LOOP : cause,
            stay.inner().program(),
            stay.inner().variables(),
            stay.at(),
            note,
            Optional.empty(),
            stay.inner().limits());
    return at;
  }

  private Launch launch(Launch inner, SignalPath path, String note, Optional<String> signal) {
    return new Launch(
        path, cause, inner.program(), inner.variables(), inner.at(), note, signal, inner.limits());
  }
}
