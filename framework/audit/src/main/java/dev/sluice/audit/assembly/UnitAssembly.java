package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.Launches;
import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.launch.ShellKind;
import dev.sluice.audit.launch.StartLine;
import dev.sluice.audit.launch.Stopped;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.systemd.Unit;
import dev.sluice.audit.timers.AppTimer;
import dev.sluice.audit.timers.AppTimers;
import dev.sluice.audit.timers.QueueTimeouts;
import dev.sluice.chain.Link;
import dev.sluice.chain.RealWindow;
import dev.sluice.chain.StopProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Puts one systemd unit together: the manager waits for it, and nothing else around it. */
final class UnitAssembly {
  private static final Figure NO_HOOK = Figure.defaulted(Duration.ZERO, "no preStop hook");

  private UnitAssembly() {}

  static Subject subject(Unit unit, Place place, Tasks tasks, Scripts files) {
    Optional<Launch> launch =
        unit.command().isEmpty()
            ? Optional.empty()
            : Optional.of(
                Launches.follow(
                    new StartLine(unit.command(), StartLine.Form.EXEC),
                    unit.killMode().equals("control-group") ? Stopped.CHILD_GROUP : Stopped.CHILD,
                    ShellKind.UNKNOWN,
                    files));
    List<EnvVariable> variables =
        launch
            .map(it -> SupervisedAssembly.joined(unit.variables(), it.variables()))
            .orElse(unit.variables());
    List<AppTimer> timers = launch.map(it -> AppTimers.of(it, variables, files)).orElse(List.of());
    ProgramAssembly program =
        new ProgramAssembly(
            place,
            launch,
            Optional.of(unit.stopTimeout()),
            Optional.of(new Word(unit.killSignal(), unit.at())),
            unit.killMode().equals("control-group")
                ? AuditedProgram.Signalled.GROUP
                : unit.killMode().equals("mixed")
                    ? AuditedProgram.Signalled.PARENT_THEN_GROUP
                    : AuditedProgram.Signalled.PARENT,
            timers,
            launch.map(it -> QueueTimeouts.of(it.program(), variables, files)).orElse(List.of()),
            tasks.at(place));
    Figure grace = Figure.unknown("a machine's shutdown, or what else stops the unit");
    AuditedContainer container =
        new AuditedContainer(
            place,
            Optional.empty(),
            launch.map(it -> new StartLine(unit.command(), StartLine.Form.EXEC)),
            launch,
            AuditedContainer.Supervision.SYSTEMD,
            Optional.of(new Word(unit.killSignal(), unit.at())),
            grace,
            NO_HOOK,
            variables,
            List.of(List.of(program.withWindow(window(unit, program), grace, false))),
            Optional.empty(),
            unit.remarks(),
            program.unseen());
    return new Subject(place, Optional.empty(), List.of(container));
  }

  private static RealWindow window(Unit unit, ProgramAssembly program) {
    StopProgram arithmetic = program.inArithmetic();
    List<Link> terms = new ArrayList<>();
    Figure timeout = unit.stopTimeout();
    terms.add(
        new Link(
            timeout.isDefault() ? "TimeoutStopSec not set" : "TimeoutStopSec",
            timeout.value().map(Duration::toSeconds).orElse(Figure.UNLIMITED.toSeconds()),
            "unit " + unit.name()));
    terms.addAll(arithmetic.timers());
    return new RealWindow(
        new StopProgram(
            unit.name(),
            OptionalLong.empty(),
            arithmetic.timers(),
            arithmetic.need(),
            arithmetic.commit(),
            arithmetic.close()),
        terms);
  }
}
