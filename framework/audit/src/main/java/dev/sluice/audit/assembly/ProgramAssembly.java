package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.SignalPath;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Origin;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.timers.AppTimer;
import dev.sluice.audit.timers.QueueTimeouts.QueueTimeout;
import dev.sluice.chain.Link;
import dev.sluice.chain.RealWindow;
import dev.sluice.chain.StopProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A program before its window is known.
 *
 * @param place what findings call it
 * @param launch what is started
 * @param stopwait the supervisor's wait
 * @param signal the signal it gets
 * @param children whom the supervisor signals
 * @param timers inside the application
 * @param queues how long the queues it takes work from wait for it
 * @param need what it must be able to finish
 */
record ProgramAssembly(
    Place place,
    Optional<Launch> launch,
    Optional<Figure> stopwait,
    Optional<Word> signal,
    AuditedProgram.Signalled children,
    List<AppTimer> timers,
    List<QueueTimeout> queues,
    Optional<Need> need) {

  /** As the arithmetic takes it; what is unknown never binds. */
  StopProgram inArithmetic() {
    return new StopProgram(
        place.program().or(place::container).orElse(place.workload()),
        stopwait.filter(it -> !it.isDefault()).map(this::wait).orElse(OptionalLong.empty()),
        ends(),
        need.flatMap(it -> it.work().needed()).orElse(0L),
        need.map(Need::commit).orElse(0L),
        need.map(Need::close).orElse(0L));
  }

  /** With the window that came of it. */
  AuditedProgram withWindow(RealWindow window, Figure grace, boolean atMost) {
    List<BindingLink> links =
        window.terms().stream()
            .map(link -> BindingLink.of(link, grace, stopwait))
            .sorted(Comparator.comparingLong(BindingLink::seconds))
            .toList();
    return new AuditedProgram(
        place,
        launch,
        stopwait,
        signal,
        children,
        timers,
        queues,
        need,
        window,
        links,
        atMost || waitIsUnknown() || !unknownTimers().isEmpty());
  }

  /** True when its supervisor's wait is set to what can't be read. */
  boolean waitIsUnknown() {
    return stopwait.filter(it -> it.value().isEmpty()).isPresent();
  }

  /** What of it could not be read. */
  List<Unseen> unseen() {
    List<Unseen> unseen = new ArrayList<>();
    String of = place.program().map(name -> " of " + name).orElse("");
    stopwait
        .filter(it -> it.value().isEmpty())
        .ifPresent(it -> unseen.add(new Unseen("the supervisor's wait" + of, whereToLook(it))));
    for (AppTimer timer : unknownTimers()) {
      unseen.add(new Unseen(timer.name() + of, whereToLook(timer.figure())));
    }
    return List.copyOf(unseen);
  }

  private static String whereToLook(Figure figure) {
    return figure.origin() instanceof Origin.Unknown unknown
        ? unknown.whereToLook()
        : figure.origin().text();
  }

  private List<AppTimer> unknownTimers() {
    return timers.stream()
        .filter(AppTimer::ends)
        .filter(timer -> timer.figure().value().isEmpty())
        .toList();
  }

  // A timer starts with the signal: a program that never hears of the stop starts none.
  private boolean hears() {
    return children == AuditedProgram.Signalled.GROUP
        || launch
            .filter(
                it ->
                    it.path() == SignalPath.KEPT_BY_SHELL
                        || it.path() == SignalPath.ORPHANS_PROGRAM)
            .isEmpty();
  }

  private OptionalLong wait(Figure figure) {
    return figure.value().isEmpty() ? StopProgram.UNKNOWN_WAIT : OptionalLong.of(seconds(figure));
  }

  private List<Link> ends() {
    List<Link> ends = new ArrayList<>();
    timers.stream()
        .filter(timer -> timer.ends() && hears())
        .filter(timer -> timer.figure().value().isPresent())
        .forEach(
            timer ->
                ends.add(
                    new Link(
                        timer.name(), seconds(timer.figure()), timer.figure().origin().text())));
    launch
        .filter(it -> it.path() == SignalPath.ENDS_AT_ONCE)
        .ifPresent(it -> ends.add(new Link("process 1", 0, it.at() + ": " + it.note())));
    return ends;
  }

  private static long seconds(Figure figure) {
    return figure.value().orElse(Figure.UNLIMITED).compareTo(Figure.UNLIMITED) >= 0
        ? Figure.UNLIMITED.toSeconds()
        : figure.value().map(Duration::toSeconds).orElseThrow();
  }
}
