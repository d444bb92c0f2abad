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
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.timers.AppTimer;
import java.util.Optional;
import java.util.function.Consumer;

/** A program that drains on another signal than the one it gets. */
final class StopSignalRule implements Rule {
  @Override
  public void check(Estate estate, Consumer<AuditFinding> found) {
    for (Subject subject : estate.subjects()) {
      for (AuditedContainer container : subject.containers()) {
        subject.workload().ifPresent(workload -> system(workload, container, found));
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
    String origin =
        changed.isPresent()
            ? "made of " + sent + " on the way"
            : program.signal().map(word -> word.at().toString()).orElse("default, not set");
    found.accept(
        AuditFinding.of(
                Check.STOP_SIGNAL_MISMATCH,
                program.place(),
                program.signal().map(Word::at).or(() -> program.launch().map(Launch::at)),
                Rewritten.line(program.launch().orElseThrow().program())
                    + " drains on "
                    + wanted
                    + ", but gets "
                    + gets
                    + " ("
                    + origin
                    + ") and ends its work at once",
                Change.set(way(container, wanted)))
            .killing());
  }

  private static String way(AuditedContainer container, String wanted) {
    return switch (container.supervision()) {
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
