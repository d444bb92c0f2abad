package dev.sluice.audit.report;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Need;
import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Origin;
import dev.sluice.audit.timers.AppTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One layer of a container's chain, which every report prints.
 *
 * @param layer what holds the time, or needs it
 * @param figure how long, and where it is written
 * @param note what else is to be known; may be empty
 */
record LayerRow(String layer, Figure figure, String note) {
  /** From this figure on, in seconds, nothing ends a wait. */
  static final long UNLIMITED = Figure.UNLIMITED.toSeconds();

  private static final String NODE =
      "ask who runs the nodes (kubelet shutdownGracePeriod, autoscaler, spot notice), then"
          + " --node-limit";

  /** The layers of a container from the outside in. */
  static List<LayerRow> of(Estate estate, AuditedContainer container) {
    List<LayerRow> rows = new ArrayList<>();
    if (container.container().isPresent()) {
      rows.add(node(estate));
      rows.add(new LayerRow("grace period", container.grace(), ""));
      rows.add(new LayerRow("preStop", container.preStop(), "spent inside the grace period"));
    }
    for (AuditedProgram program : container.programs()) {
      addProgram(rows, container, program);
    }
    return List.copyOf(rows);
  }

  private static LayerRow node(Estate estate) {
    Figure figure =
        estate
            .nodeCap()
            .map(
                cap ->
                    new Figure(
                        Optional.of(Duration.ofSeconds(cap.seconds())),
                        new Origin.Told(cap.origin())))
            .orElse(Figure.unknown(NODE));
    return new LayerRow("node", figure, "");
  }

  private static void addProgram(
      List<LayerRow> rows, AuditedContainer container, AuditedProgram program) {
    String of = program.place().program().map(name -> " of " + name).orElse("");
    program
        .stopwait()
        .ifPresent(
            wait -> rows.add(new LayerRow(waitName(container) + of, wait, launched(program))));
    for (AppTimer timer : program.timers()) {
      rows.add(
          new LayerRow(
              timer.name() + of, timer.figure(), timer.ends() ? "ends the work" : "informs only"));
    }
    String note = program.stopwait().isPresent() ? "" : launched(program);
    rows.add(work(of, program.need(), note));
  }

  private static String launched(AuditedProgram program) {
    return program.launch().map(Launch::note).orElse("");
  }

  private static LayerRow work(String of, Optional<Need> need, String note) {
    if (need.isEmpty()) {
      Figure unknown = Figure.unknown("declare it: --task NAME=DURATION or --limits pipeline.yaml");
      return new LayerRow("longest work" + of, unknown, note);
    }
    Need it = need.get();
    String ends =
        it.commit() + it.close() == 0
            ? ""
            : " + " + it.commit() + " s to settle + " + it.close() + " s to close";
    String both =
        note.isEmpty() ? "task " + it.task() + ends : "task " + it.task() + ends + "; " + note;
    return new LayerRow("longest work" + of, it.work(), both);
  }

  /** What the supervisor's wait is called where it is configured. */
  static String waitName(AuditedContainer container) {
    return container.supervision() == AuditedContainer.Supervision.SYSTEMD
        ? "TimeoutStopSec"
        : "stopwaitsecs";
  }
}
