package dev.sluice.audit.diagnose;

import dev.sluice.audit.diagnose.PodRecord.ContainerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything that was found about the end of one worker. Filled by {@link Cases}, then judged. */
final class Case {
  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(2);

  /** What kind of thing ended. */
  enum Kind {
    /** A program under a supervisor. */
    PROGRAM,
    /** The main process of a container. */
    CONTAINER,
    /** A unit of systemd. */
    UNIT,
    /** A process of which only its own lines, or its exit code, are known. */
    WORKER
  }

  final Kind kind;
  final String name;
  KnownFigures figures;
  Optional<Exit> exit = Optional.empty();
  Optional<Exit> containerExit = Optional.empty();
  Optional<ProgramEnd> program = Optional.empty();
  Optional<UnitLog.Unit> unit = Optional.empty();
  Optional<PodRecord> pod = Optional.empty();
  Optional<ContainerRecord> container = Optional.empty();
  Optional<DrainLog.Progress> progress = Optional.empty();
  Optional<DrainLog.Report> report = Optional.empty();
  Optional<AppLog.Cut> cut = Optional.empty();
  Optional<Evidence> memory = Optional.empty();
  Optional<Evidence> memorySaid = Optional.empty();
  Optional<Evidence> someMemory = Optional.empty();
  final List<ClusterEvent> events = new ArrayList<>();
  final List<Evidence> exits = new ArrayList<>();
  final List<String> conflicts = new ArrayList<>();
  final List<String> notes = new ArrayList<>();

  Case(Kind kind, String name, KnownFigures figures) {
    this.kind = kind;
    this.name = name;
    this.figures = figures;
  }

  /** {@code program export}. */
  String subject() {
    return switch (kind) {
      case PROGRAM -> "program " + name;
      case UNIT -> "unit " + name;
      case CONTAINER, WORKER -> name;
    };
  }

  /** The name that its supervisor knows it by; empty where there is none. */
  String programName() {
    return kind == Kind.PROGRAM ? name : "";
  }

  /** Another exit code for the same process; one that differs from a known one is a conflict. */
  void alsoExit(Exit other, Evidence from) {
    exits.add(from);
    exit.filter(known -> known.code() != other.code())
        .ifPresent(known -> conflicts.add(from + " against " + known + " in the other evidence"));
    if (exit.isEmpty()) {
      exit = Optional.of(other);
    }
  }

  boolean killed() {
    return exit.map(Exit::killed).orElse(false);
  }

  /** True when its container was killed, but another process than this one. */
  boolean containerKilledInstead() {
    return kind != Kind.CONTAINER
        && !killed()
        && exit.isPresent()
        && containerExit.map(Exit::killed).orElse(false);
  }

  boolean supervisedAs(ProgramEnd.How how) {
    return program.map(end -> end.how() == how).orElse(false);
  }

  /** True when something shows that a stop had begun before the end. */
  boolean stopAsked() {
    return program.map(end -> end.how() != ProgramEnd.How.EXITED).orElse(false)
        || progress.isPresent()
        || report.isPresent()
        || cut.isPresent()
        || unit.flatMap(UnitLog.Unit::asked).isPresent()
        || pod.flatMap(PodRecord::deletion).isPresent()
        || events.stream().anyMatch(ClusterEvent::startsStop);
  }

  /** How long the stop had lasted, from the signal on, by the best clock there is. */
  Optional<Lasted> lasted() {
    return program
        .flatMap(ProgramEnd::lasted)
        .or(() -> unit.flatMap(UnitLog.Unit::lasted))
        .or(this::byProgress)
        .or(this::byPod);
  }

  private Optional<Lasted> byProgress() {
    return report.isPresent()
        ? Optional.empty()
        : progress.map(last -> new Lasted(last.elapsed(), last.elapsed().plus(PROGRESS_EVERY)));
  }

  /** The cluster writes whole seconds, and its clock runs from before the hook. */
  private Optional<Lasted> byPod() {
    Optional<Duration> hook = figures.preStop();
    return pod.flatMap(of -> container.flatMap(of::had))
        .or(this::byEvent)
        .map(had -> had.minus(hook.orElse(Duration.ZERO)))
        .filter(had -> !had.isNegative())
        .map(had -> new Lasted(had.minusSeconds(1), had.plusSeconds(1)));
  }

  private Optional<Duration> byEvent() {
    return events.stream()
        .filter(event -> event.reason().equals("Killing") && event.startsStop())
        .flatMap(event -> event.time().stream())
        .flatMap(
            start ->
                container
                    .flatMap(ContainerRecord::finished)
                    .flatMap(end -> end.since(start))
                    .stream())
        .filter(had -> !had.isNegative())
        .findFirst();
  }
}
