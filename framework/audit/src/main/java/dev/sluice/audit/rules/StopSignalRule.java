package dev.sluice.audit.rules;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedContainer.Supervision;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.SignalPath;
import dev.sluice.audit.launch.Signals;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.timers.AppTimer;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A program, or a supervisor, that drains on another signal than the one it gets. */
final class StopSignalRule implements Rule {
  private static final Set<String> STOPS_SUPERVISORD = Set.of("TERM", "INT", "QUIT");

  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    for (Subject subject : estate.subjects()) {
      for (AuditedContainer container : subject.containers()) {
        subject.workload().ifPresent(workload -> system(workload, container, found));
        supervisor(container, found);
        container.programs().forEach(program -> check(container, program, found));
      }
    }
  }

  private static void check(
      AuditedContainer container, AuditedProgram program, Consumer<AuditFinding> found) {
    Optional<AppTimer> draining =
        program.timers().stream().filter(timer -> timer.drainsOn().isPresent()).findFirst();
    boolean hears = program.launch().filter(it -> it.path() == SignalPath.REACHES).isPresent();
    if (draining.isEmpty() || !hears) {
      return;
    }
    String wanted = Signals.name(draining.get().drainsOn().orElseThrow());
    Optional<String> changed = program.launch().flatMap(Launch::signal);
    String sent = Signals.name(program.signal().map(Word::text).orElse("TERM"));
    String gets = changed.orElse(sent);
    if (gets.equals(wanted)) {
      return;
    }
    if (program.signal().isEmpty()) {
      found.accept(unknown(container, program, wanted));
      return;
    }
    Position at = program.signal().get().at();
    String origin = changed.isPresent() ? "made of " + sent + " on the way" : at.toString();
    found.accept(
        AuditFinding.of(
                Check.STOP_SIGNAL_MISMATCH,
                program.place(),
                Optional.of(at),
                Rewritten.line(program.launch().orElseThrow().program())
                    + " drains on "
                    + wanted
                    + ", but gets "
                    + gets
                    + " ("
                    + origin
                    + ") and ends its work at once",
                Change.set(way(container.supervision(), wanted)))
            .killing());
  }

  /** The image may name the signal itself; the official images of such servers do. */
  private static AuditFinding unknown(
      AuditedContainer container, AuditedProgram program, String wanted) {
    String image =
        container
            .container()
            .flatMap(it -> it.spec().text("image"))
            .map(Rewritten::quoted)
            .orElse("IMAGE");
    return AuditFinding.of(
        Check.UNKNOWN,
        program.place(),
        program.launch().map(Launch::at),
        "which signal "
            + Rewritten.line(program.launch().orElseThrow().program())
            + " gets is unknown: it drains on "
            + wanted
            + ", and whether its image sets STOPSIGNAL was not read; without one it gets TERM and"
            + " ends its work at once",
        Change.look(
            "docker image inspect --format '{{.Config.StopSignal}}' "
                + image
                + ", or give its Dockerfile"),
        Change.set("or, to be sure, " + way(container.supervision(), wanted)));
  }

  /** supervisord stops its programs on three signals; on others it does something else. */
  private static void supervisor(AuditedContainer container, Consumer<AuditFinding> found) {
    boolean inside =
        container.supervision() == Supervision.SUPERVISORD
            || container.supervision() == Supervision.UNREAD;
    boolean hears = container.launch().map(it -> it.path() == SignalPath.REACHES).orElse(inside);
    if (!inside || !hears || container.stopSignal().isEmpty()) {
      return;
    }
    Word sent = container.stopSignal().get();
    Optional<String> changed = container.launch().flatMap(Launch::signal);
    String gets = changed.orElse(Signals.name(sent.text()));
    if (STOPS_SUPERVISORD.contains(gets)) {
      return;
    }
    String does =
        switch (gets) {
          case "HUP" -> "on which it restarts them and goes on";
          case "USR2" -> "on which it opens its logs anew and goes on";
          case "KILL" -> "which ends it at once and all its programs with it";
          default -> "which does not stop them";
        };
    found.accept(
        AuditFinding.of(
                Check.STOP_SIGNAL_MISMATCH,
                container.place(),
                Optional.of(sent.at()),
                "supervisord stops its programs on TERM, INT and QUIT, but gets "
                    + gets
                    + " ("
                    + (changed.isPresent()
                        ? "made of " + Signals.name(sent.text()) + " on the way"
                        : sent.at())
                    + "), "
                    + does
                    + ": no program hears of the stop",
                Change.set(way(Supervision.NONE, "TERM")))
            .killing());
  }

  private static String way(Supervision supervision, String wanted) {
    return switch (supervision) {
      case SUPERVISORD -> "set stopsignal=" + wanted + " in its section";
      case SYSTEMD -> "set KillSignal=SIG" + wanted;
      case NONE, UNREAD ->
          "write STOPSIGNAL SIG"
              + wanted
              + " in the Dockerfile, or lifecycle.stopSignal: SIG"
              + wanted
              + " (Kubernetes 1.33 and later, with spec.os.name: linux)";
    };
  }

  /** The API server refuses {@code lifecycle.stopSignal} without {@code spec.os.name}. */
  private static void system(
      Workload workload, AuditedContainer container, Consumer<AuditFinding> found) {
    Optional<Scalar> signal =
        container
            .container()
            .filter(it -> container.supervision() != Supervision.SYSTEMD)
            .flatMap(it -> it.spec().scalar("lifecycle", "stopSignal"));
    if (signal.isEmpty() || workload.podSpec().scalar("os", "name").isPresent()) {
      return;
    }
    found.accept(
        AuditFinding.of(
                Check.INVALID_VALUE,
                container.place(),
                signal.map(Scalar::at),
                "lifecycle.stopSignal is "
                    + signal.get().text()
                    + " ("
                    + signal.get().at()
                    + "), but spec.os.name is not set: Kubernetes refuses the pod",
                Change.set("write os: {name: linux} in the pod's spec"),
                Change.remove(
                    "or take lifecycle.stopSignal away, with STOPSIGNAL in the Dockerfile"))
            .about("lifecycle.stopSignal"));
  }
}
