package dev.sluice.audit.report;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.Need;
import dev.sluice.audit.launch.SignalPath;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.timers.AppTimer;
import dev.sluice.chain.NodeCap;
import dev.sluice.chain.PodStop;
import dev.sluice.chain.StopGroup;
import dev.sluice.chain.StopProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rule of one program, from the work to the pod, with the figures that are in force: {@code 400
 * <= 10 <= 300 - 0}.
 *
 * @param names the rule in words
 * @param figures the rule in figures, in seconds; {@code ?} stands for what is not known
 * @param failsAt the first comparison that does not hold
 * @param atMost what is not known, so that the window may be smaller than the figure says
 * @param path what becomes of the stop signal: the rule holds for a program that gets it
 */
record ProgramChain(
    String names, String figures, Optional<String> failsAt, List<String> atMost, SignalPath path) {

  private record Term(String name, String figure, Optional<Long> seconds) {}

  /** The rule of a program. */
  static ProgramChain of(AuditedContainer container, AuditedProgram program) {
    List<Term> terms = new ArrayList<>();
    terms.add(work(program.need()));
    for (AppTimer timer : program.timers()) {
      if (timer.ends()) {
        terms.add(term(timer.name(), timer.figure()));
      }
    }
    program.stopwait().ifPresent(it -> terms.add(term(LayerRow.waitName(container), it)));
    if (container.supervision() != AuditedContainer.Supervision.SYSTEMD
        || container.container().isPresent()) {
      terms.add(pod(container, program));
    }
    return new ProgramChain(
        join(terms.stream().map(Term::name).toList()),
        join(terms.stream().map(Term::figure).toList()),
        firstGap(terms),
        unknown(container, program),
        container.path(program));
  }

  /**
   * True when every figure is known, all comparisons hold and the program gets the signal; empty
   * when that can't be told.
   */
  Optional<Boolean> holds() {
    if (failsAt.isPresent() || isDeaf()) {
      return Optional.of(false);
    }
    boolean open = path == SignalPath.UNKNOWN || !atMost.isEmpty() || figures.contains("?");
    return open ? Optional.empty() : Optional.of(true);
  }

  /** True when the signal does not reach the program, whatever time it has. */
  boolean isDeaf() {
    return path != SignalPath.REACHES && path != SignalPath.UNKNOWN;
  }

  private static Term work(Optional<Need> need) {
    if (need.isEmpty()) {
      return new Term("longest work", "?", Optional.empty());
    }
    Need it = need.get();
    String sum = it.commit() + it.close() == 0 ? "" : " + " + it.commit() + " + " + it.close();
    String name = sum.isEmpty() ? "longest work" : "longest work + settle + close";
    Optional<Long> work = it.work().needed();
    return new Term(
        name,
        work.map(String::valueOf).orElse("?") + sum,
        work.map(seconds -> seconds + it.commit() + it.close()));
  }

  private static Term term(String name, Figure figure) {
    return new Term(name, seconds(figure), figure.granted());
  }

  private static Term pod(AuditedContainer container, AuditedProgram program) {
    String name = "grace period";
    String figure = seconds(container.grace());
    Optional<Long> given = container.grace().granted();
    Optional<NodeCap> cap = container.stop().flatMap(PodStop::nodeCap);
    if (cap.isPresent()) {
      long limit = cap.get().seconds();
      name = "min(grace period, node)";
      figure = "min(" + figure + ", " + limit + ")";
      given = Optional.of(given.map(seconds -> Math.min(seconds, limit)).orElse(limit));
    }
    name += " - preStop";
    figure += " - " + container.preStop().needed().map(String::valueOf).orElse("?");
    long before = container.stop().map(stop -> before(stop, program)).orElse(0L);
    boolean unknownBefore = waitsBefore(container, program);
    if (before > 0) {
      name += " - groups before";
      figure += " - " + Figure.number(before) + (unknownBefore ? " - ?" : "");
    }
    if (container.stopsAfterMain()) {
      name += " - main containers";
      figure += " - ?";
    }
    // With preStop unknown there is at most this much, so a gap is still a gap.
    long spent = container.preStop().needed().orElse(0L) + before;
    return new Term(name, figure, given.map(seconds -> Math.max(0, seconds - spent)));
  }

  private static long before(PodStop stop, AuditedProgram program) {
    long before = 0;
    for (StopGroup group : stop.groups()) {
      for (StopProgram one : group.programs()) {
        if (same(one, program.window().program())) {
          return before;
        }
      }
      before = Math.min(LayerRow.UNLIMITED, before + group.longestWait() + 1);
    }
    return 0;
  }

  // Not equals(): the first comparison of records costs a start 50 ms.
  private static boolean same(StopProgram one, StopProgram other) {
    return one.name().equals(other.name())
        && one.stopwait().equals(other.stopwait())
        && one.needed() == other.needed();
  }

  // True when a group that stops earlier takes nobody knows how long.
  private static boolean waitsBefore(AuditedContainer container, AuditedProgram program) {
    for (List<AuditedProgram> group : container.groups()) {
      if (group.contains(program)) {
        return false;
      }
      if (group.stream()
          .anyMatch(it -> it.stopwait().filter(wait -> wait.value().isEmpty()).isPresent())) {
        return true;
      }
    }
    return false;
  }

  private static Optional<String> firstGap(List<Term> terms) {
    for (int i = 0; i + 1 < terms.size(); i++) {
      for (int j = i + 1; j < terms.size(); j++) {
        Optional<Long> inner = terms.get(i).seconds();
        Optional<Long> outer = terms.get(j).seconds();
        if (inner.isPresent() && outer.isPresent() && inner.get() > outer.get()) {
          return Optional.of(terms.get(i).figure() + " <= " + terms.get(j).figure());
        }
      }
    }
    return Optional.empty();
  }

  private static List<String> unknown(AuditedContainer container, AuditedProgram program) {
    List<String> unknown = new ArrayList<>();
    if (container.supervision() != AuditedContainer.Supervision.SYSTEMD) {
      addUnknown(unknown, "grace period", container.grace());
      addUnknown(unknown, "preStop", container.preStop());
    }
    program.stopwait().ifPresent(wait -> addUnknown(unknown, LayerRow.waitName(container), wait));
    program.timers().stream()
        .filter(AppTimer::ends)
        .forEach(timer -> addUnknown(unknown, timer.name(), timer.figure()));
    if (container.supervision() == AuditedContainer.Supervision.UNREAD) {
      unknown.add("the supervisor's wait");
    }
    if (waitsBefore(container, program)) {
      unknown.add("a wait before it");
    }
    if (container.stopsAfterMain()) {
      unknown.add("the main containers");
    }
    return unknown;
  }

  private static void addUnknown(List<String> unknown, String name, Figure figure) {
    if (figure.value().isEmpty()) {
      unknown.add(name);
    }
  }

  private static String seconds(Figure figure) {
    return figure
        .granted()
        .map(it -> figure.text().equals("no limit") ? "no limit" : String.valueOf(it))
        .orElse("?");
  }

  private static String join(List<String> terms) {
    return String.join(" <= ", terms);
  }
}
