package dev.sluice.audit.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a line of supervisord's log says of a stop.
 *
 * @param kind what happened
 * @param time when, by supervisord's clock
 * @param programs to whom
 * @param detail the pid, or the words for how a process ended
 * @param words the message without time and level
 */
record SupervisorLine(Kind kind, Moment time, List<String> programs, String detail, String words) {

  /** What can happen. */
  enum Kind {
    STARTED,
    SPAWNED,
    ASKED,
    WAITING,
    SIGNALLED,
    KILLING,
    STOPPED,
    EXITED
  }

  private static final List<String> LEVELS =
      List.of("CRIT ", "ERRO ", "WARN ", "INFO ", "DEBG ", "TRAC ", "BLAT ");
  private static final String KILLED = ") with SIGKILL";

  /** Reads a line; empty when it is not supervisord's, or has nothing to do with a stop. */
  static Optional<SupervisorLine> of(String text) {
    Optional<Moment.Leading> time = Moment.leading(text);
    if (time.isEmpty() || time.get().moment().clock() != Moment.Clock.LOCAL) {
      return Optional.empty();
    }
    String rest = text.substring(time.get().end()).strip();
    Moment moment = time.get().moment();
    return LEVELS.stream().anyMatch(rest::startsWith)
        ? message(moment, rest.substring(LEVELS.get(0).length()))
            .map(line -> line.saying(rest.substring(LEVELS.get(0).length())))
        : Optional.empty();
  }

  /** The pid in {@link #detail}. */
  OptionalLong pid() {
    try {
      return OptionalLong.of(Long.parseLong(detail));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private SupervisorLine saying(String message) {
    return new SupervisorLine(kind, time, programs, detail, message);
  }

  private static Optional<SupervisorLine> message(Moment time, String text) {
    if (text.startsWith("supervisord started with pid ")) {
      return line(Kind.STARTED, time, List.of(), "");
    }
    if (text.startsWith("received SIG") && text.endsWith(" indicating exit request")) {
      return line(Kind.ASKED, time, List.of(), text.split(" ", 3)[1]);
    }
    if (text.startsWith("waiting for ")) {
      return waiting(time, text.substring("waiting for ".length()));
    }
    if (text.startsWith("killing '") && text.endsWith(KILLED)) {
      return quoted(Kind.KILLING, time, text.substring("killing '".length()), "' (", KILLED);
    }
    if (text.startsWith("killing ") && text.contains("with signal ")) {
      return signalled(time, text.substring("killing ".length()));
    }
    if (text.startsWith("spawned: '")) {
      return quoted(Kind.SPAWNED, time, text.substring("spawned: '".length()), "' with pid ", "");
    }
    if (text.startsWith("stopped: ")) {
      return quoted(Kind.STOPPED, time, text.substring("stopped: ".length()), " (", ")");
    }
    if (text.startsWith("exited: ")) {
      return quoted(Kind.EXITED, time, text.substring("exited: ".length()), " (", ")");
    }
    return Optional.empty();
  }

  private static Optional<SupervisorLine> waiting(Moment time, String rest) {
    if (rest.endsWith(" to stop")) {
      String name = rest.substring(0, rest.length() - " to stop".length());
      return line(Kind.SIGNALLED, time, List.of(name), "");
    }
    return rest.endsWith(" to die")
        ? line(
            Kind.WAITING,
            time,
            List.of(rest.substring(0, rest.length() - " to die".length()).split(", ")),
            "")
        : Optional.empty();
  }

  private static Optional<SupervisorLine> signalled(Moment time, String rest) {
    int pid = rest.indexOf(" (pid ");
    return pid > 0 && !rest.endsWith(" SIGKILL")
        ? line(Kind.SIGNALLED, time, List.of(rest.substring(0, pid)), "")
        : Optional.empty();
  }

  private static Optional<SupervisorLine> quoted(
      Kind kind, Moment time, String rest, String middle, String end) {
    int name = rest.indexOf(middle);
    return name > 0 && rest.endsWith(end) && rest.length() >= name + middle.length() + end.length()
        ? line(
            kind,
            time,
            List.of(rest.substring(0, name)),
            rest.substring(name + middle.length(), rest.length() - end.length()))
        : Optional.empty();
  }

  private static Optional<SupervisorLine> line(
      Kind kind, Moment time, List<String> programs, String detail) {
    return Optional.of(new SupervisorLine(kind, time, programs, detail, ""));
  }
}
