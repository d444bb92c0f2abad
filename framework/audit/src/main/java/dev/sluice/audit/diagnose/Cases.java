package dev.sluice.audit.diagnose;

import dev.sluice.audit.diagnose.Case.Kind;
import dev.sluice.audit.diagnose.PodRecord.ContainerRecord;
import dev.sluice.chain.Durations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Puts together what belongs to one worker. What can't be attributed is not. */
final class Cases {
  private final Trail trail;
  private final KnownFigures figures;
  private final EventIndex events;
  private final List<Case> all = new ArrayList<>();
  private final List<Case> around = new ArrayList<>();

  Cases(Trail trail, KnownFigures figures) {
    this.trail = trail;
    this.figures = figures;
    this.events = new EventIndex(trail.events());
  }

  /**
   * The cases.
   *
   * @param exitCode of the worker's own process, as the user knows it
   * @param containerExitCode of the container's main process, as the user knows it
   */
  List<Case> of(OptionalInt exitCode, OptionalInt containerExitCode) {
    trail.files.forEach(file -> file.supervisor.ends().forEach(this::program));
    boolean supervised = !all.isEmpty();
    containers(supervised || exitCode.isPresent());
    trail.units.units().forEach(this::unit);
    trail.files.forEach(this::drain);
    trail.files.forEach(this::cut);
    podsOfEventsAlone();
    told(exitCode, containerExitCode);
    all.addAll(around);
    killedForMemory();
    all.forEach(this::complete);
    return all;
  }

  private void program(ProgramEnd end) {
    Case found = new Case(Kind.PROGRAM, end.program(), figures);
    found.program = Optional.of(end);
    found.exit =
        end.exit()
            .or(
                () ->
                    end.how() == ProgramEnd.How.KILLED ? Exit.signal("SIGKILL") : Optional.empty());
    if (end.pid().isPresent()) {
      found.memory = trail.kernel.about(end.pid().getAsLong());
    }
    all.add(found);
  }

  /**
   * One container that ended by itself around supervised programs is part of their story; all
   * others are stories of their own.
   */
  private void containers(boolean inside) {
    List<PodRecord> pods = trail.objects.pods();
    List<ContainerRecord> ended = pods.stream().flatMap(pod -> pod.containers().stream()).toList();
    if (inside && pods.size() == 1 && ended.size() == 1) {
      if (all.isEmpty()) {
        all.add(new Case(Kind.WORKER, "the worker", figures));
      }
      all.forEach(each -> inside(each, pods.get(0), ended.get(0)));
      if (killedApart(ended.get(0))) {
        around.add(container(pods.get(0), ended.get(0)));
      }
      return;
    }
    for (PodRecord pod : pods) {
      for (ContainerRecord container : pod.containers()) {
        all.add(container(pod, container));
      }
    }
  }

  private Case container(PodRecord pod, ContainerRecord container) {
    Case found =
        new Case(Kind.CONTAINER, "pod " + pod.name() + ", container " + container.name(), figures);
    found.exit = container.exit();
    inside(found, pod, container);
    found.containerExit = Optional.empty();
    DrainLog message = new DrainLog();
    container.message().ifPresent(message::read);
    found.progress = message.progress();
    found.report = message.report();
    return found;
  }

  /** A container that was killed itself, while what ran in it had ended in another way. */
  private boolean killedApart(ContainerRecord container) {
    return container.exit().map(Exit::killed).orElse(false)
        && all.stream().noneMatch(each -> each.supervisedAs(ProgramEnd.How.AWAITED))
        && all.stream().anyMatch(each -> each.kind == Kind.PROGRAM);
  }

  /** The kernel killed somebody of whom nothing else is known. */
  private void killedForMemory() {
    if (all.isEmpty()) {
      trail
          .kernel
          .any()
          .ifPresent(
              line -> {
                Case found = new Case(Kind.WORKER, "a process of the node", figures);
                found.exit = Exit.signal("SIGKILL");
                found.memorySaid = Optional.of(line);
                all.add(found);
              });
    }
  }

  private static void inside(Case each, PodRecord pod, ContainerRecord container) {
    each.pod = Optional.of(pod);
    each.container = Optional.of(container);
    each.containerExit = container.exit();
    each.figures
        .grace()
        .filter(told -> pod.grace().map(own -> !own.equals(told)).orElse(false))
        .ifPresent(
            told ->
                each.notes.add(
                    "--grace says "
                        + Durations.print(told)
                        + ", the pod's own terminationGracePeriodSeconds "
                        + pod.grace().map(Durations::print).orElse("")));
    each.figures = each.figures.orGrace(pod.grace());
    if (each.supervisedAs(ProgramEnd.How.AWAITED) && each.exit.isEmpty()) {
      each.exit = container.exit().filter(Exit::killed);
    }
  }

  private void unit(UnitLog.Unit unit) {
    Case found = new Case(Kind.UNIT, unit.name(), figures);
    found.unit = Optional.of(unit);
    found.exit = unit.exit();
    all.add(found);
  }

  private void drain(Trail.FileTrail file) {
    Optional<DrainLog.Report> report = file.drain.report();
    if (report.isEmpty() && file.drain.progress().isEmpty()) {
      return;
    }
    String pipeline = report.map(DrainLog.Report::pipeline).orElse("");
    Optional<Case> known = owner(file, pipeline);
    if (known.isEmpty() && report.isEmpty() && !file.supervisor.ends().isEmpty()) {
      return; // of one of its programs, but nothing says of which
    }
    Case owner = known.orElseGet(() -> alone(file, pipeline));
    owner.progress = file.drain.progress();
    owner.report = report.or(() -> owner.report);
  }

  private void cut(Trail.FileTrail file) {
    Optional<AppLog.Cut> cut = file.app.cut();
    if (cut.isEmpty()) {
      return;
    }
    Optional<Case> known = owner(file, "");
    if (known.isPresent() || file.supervisor.ends().isEmpty()) {
      known.orElseGet(() -> alone(file, "")).cut = cut;
    }
  }

  private Case alone(Trail.FileTrail file, String pipeline) {
    String name = pipeline.isEmpty() ? "worker in " + file.name : "pipeline " + pipeline;
    Case fresh = new Case(Kind.WORKER, name, figures);
    all.add(fresh);
    return fresh;
  }

  private Optional<Case> owner(Trail.FileTrail file, String pipeline) {
    List<Case> free = all.stream().filter(each -> each.progress.isEmpty() || files() == 1).toList();
    List<Case> named =
        free.stream().filter(each -> each.name.equals(pipeline) && !pipeline.isEmpty()).toList();
    if (named.size() == 1) {
      return Optional.of(named.get(0));
    }
    List<Case> inFile =
        free.stream()
            .filter(
                each -> each.program.map(end -> file.supervisor.ends().contains(end)).orElse(false))
            .toList();
    if (inFile.size() == 1) {
      return Optional.of(inFile.get(0));
    }
    return free.size() == 1 && inFile.isEmpty() ? Optional.of(free.get(0)) : Optional.empty();
  }

  /** How many files have lines of a drain. */
  private long files() {
    return trail.files.stream()
        .filter(file -> file.drain.progress().isPresent() || file.drain.report().isPresent())
        .count();
  }

  /** Pods of which nothing but events is known. */
  private void podsOfEventsAlone() {
    Set<String> known = new HashSet<>();
    trail.objects.pods().forEach(pod -> known.add(pod.bareName()));
    Set<String> others = new LinkedHashSet<>();
    events.all().stream()
        .filter(event -> event.kind().equals("pod") && !known.contains(event.name()))
        .filter(ClusterEvent::ends)
        .forEach(event -> others.add(event.name()));
    if (others.size() == 1 && all.size() == 1 && all.get(0).pod.isEmpty()) {
      return; // the one worker is the one pod's
    }
    for (String name : others) {
      all.add(new Case(Kind.CONTAINER, name.isEmpty() ? "the pod" : "pod " + name, figures));
    }
  }

  private void told(OptionalInt exitCode, OptionalInt containerExitCode) {
    if (exitCode.isPresent()) {
      Exit exit = Exit.code(exitCode.getAsInt());
      Evidence from = Evidence.told("--exit-code " + exitCode.getAsInt());
      if (all.isEmpty()) {
        all.add(new Case(Kind.WORKER, "the worker", figures));
      }
      if (all.size() == 1) {
        all.get(0).alsoExit(exit, from);
      } else {
        trail.problems.add(
            Diagnosis.told(
                "--exit-code is of one worker, but the files tell of "
                    + all.size()
                    + ": give it with the files of that worker only"));
      }
    }
    if (containerExitCode.isPresent()) {
      container(containerExitCode.getAsInt());
    }
  }

  private void container(int code) {
    Exit exit = Exit.code(code);
    Evidence from = Evidence.told("--container-exit-code " + code);
    if (all.isEmpty()) {
      all.add(new Case(Kind.CONTAINER, "the container", figures));
    }
    for (Case each : all) {
      if (each.kind == Kind.CONTAINER) {
        each.alsoExit(exit, from);
      } else {
        each.containerExit
            .filter(known -> known.code() != code)
            .ifPresent(known -> each.conflicts.add(from + " against the container's " + known));
        each.containerExit = Optional.of(exit);
        if (each.supervisedAs(ProgramEnd.How.AWAITED) && each.exit.isEmpty() && exit.killed()) {
          each.exit = Optional.of(exit);
        }
      }
    }
  }

  private void complete(Case each) {
    each.figures =
        each.figures.orWindow(
            each.report
                .flatMap(DrainLog.Report::window)
                .or(() -> each.progress.flatMap(DrainLog.Progress::window)));
    each.someMemory = trail.kernel.any();
    if (each.kind == Kind.UNIT) {
      return;
    }
    List<ClusterEvent> found =
        all.size() == 1 && each.pod.isEmpty() ? events.all() : events.about(each);
    for (ClusterEvent event : found) {
      if (ofItsContainer(each, event)) {
        each.events.add(event);
        if (event.reason().equals("OOMKilling") || event.reason().equals("SystemOOM")) {
          each.someMemory = Optional.of(event.evidence());
        }
      }
    }
  }

  private static boolean ofItsContainer(Case each, ClusterEvent event) {
    return event
        .failedProbeOf()
        .flatMap(name -> each.container.map(of -> of.name().equals(name)))
        .orElse(true);
  }
}
