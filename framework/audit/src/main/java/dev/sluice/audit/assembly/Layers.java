package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.launch.ShellKind;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Place;
import dev.sluice.chain.NodeCap;
import dev.sluice.chain.PodStop;
import dev.sluice.chain.StopGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What lies around the programs of one container.
 *
 * @param place the container
 * @param grace of the pod; unknown outside of one
 * @param preStop its hook
 * @param afterMain true when it is stopped after the main containers of its pod
 * @param nodeCap what the nodes wait
 * @param tasks what was declared for it
 * @param sh what {@code /bin/sh} is
 * @param files the files in it, as far as they were read
 * @param variables its environment
 */
record Layers(
    Place place,
    Figure grace,
    Figure preStop,
    boolean afterMain,
    Optional<NodeCap> nodeCap,
    Tasks tasks,
    ShellKind sh,
    Scripts files,
    List<EnvVariable> variables) {

  /** The arithmetic over groups of programs. */
  PodStop stop(boolean supervised, List<List<ProgramAssembly>> groups) {
    List<StopGroup> waits = new ArrayList<>();
    for (List<ProgramAssembly> group : groups) {
      waits.add(
          new StopGroup(
              group.get(0).place().toString(),
              group.stream().map(ProgramAssembly::inArithmetic).toList()));
    }
    return new PodStop(given(grace), preStop.needed().orElse(0L), nodeCap, supervised, waits);
  }

  /** The programs with the windows that the arithmetic gives them. */
  List<List<AuditedProgram>> windows(PodStop stop, List<List<ProgramAssembly>> groups) {
    boolean atMost = afterMain || grace.value().isEmpty() || preStop.value().isEmpty();
    var windows = stop.windows().iterator();
    List<List<AuditedProgram>> all = new ArrayList<>();
    for (List<ProgramAssembly> group : groups) {
      all.add(windows(group, windows, atMost));
      // What stops later has less by a wait that nobody knows.
      atMost = atMost || group.stream().anyMatch(ProgramAssembly::waitIsUnknown);
    }
    return List.copyOf(all);
  }

  private List<AuditedProgram> windows(
      List<ProgramAssembly> group, Iterator<dev.sluice.chain.RealWindow> windows, boolean atMost) {
    return group.stream()
        .map(program -> program.withWindow(windows.next(), grace, atMost))
        .toList();
  }

  // Empty stands for Kubernetes' default; what is unknown never binds.
  private static OptionalLong given(Figure figure) {
    return figure.isDefault()
        ? OptionalLong.empty()
        : OptionalLong.of(figure.value().map(Duration::toSeconds).orElse(NEVER));
  }

  private static final long NEVER = Figure.UNLIMITED.toSeconds();
}
