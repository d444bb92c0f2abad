package dev.sluice.audit.diagnose;

import dev.sluice.audit.diagnose.ProgramEnd.How;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Follows one supervisord through its log. Its log says when it was asked to stop, but not (unless
 * it logs at debug) when a program was: the first group at once, each later one after the last of
 * the group before is gone. What cannot be told from that is given as a range.
 */
final class SupervisorLog {
  private static final int PROGRAMS = 2_000;

  private record Said(Moment time, Evidence evidence) {}

  private static final class Program {
    private Optional<Said> asked = Optional.empty();
    private OptionalLong pid = OptionalLong.empty();
  }

  private final Map<String, Program> running = new LinkedHashMap<>();
  private final Map<String, ProgramEnd> ends = new LinkedHashMap<>();
  private final Set<String> awaited = new LinkedHashSet<>();
  private Optional<Said> asked = Optional.empty();
  private Optional<Said> lastGone = Optional.empty();
  private Optional<Said> last = Optional.empty();
  private boolean told;

  /** Takes a line; false when it is none of supervisord's. */
  boolean read(Line line) {
    Optional<SupervisorLine> found = SupervisorLine.of(line.text());
    found.ifPresent(said -> take(said, Evidence.at(line.at(), said.words())));
    told |= found.isPresent();
    return found.isPresent();
  }

  /** Whether any line was supervisord's. */
  boolean seen() {
    return told;
  }

  /** How each program ended last. */
  List<ProgramEnd> ends() {
    List<ProgramEnd> all = new ArrayList<>(ends.values());
    if (asked.isPresent()) {
      awaited.stream()
          .filter(name -> !killedButNotReaped(name))
          .forEach(name -> all.add(stillAwaited(name)));
    }
    return List.copyOf(all);
  }

  private void take(SupervisorLine line, Evidence evidence) {
    Said said = new Said(line.time(), evidence);
    last = Optional.of(said);
    switch (line.kind()) {
      case STARTED -> restart();
      case ASKED -> {
        if (asked.isEmpty()) {
          asked = Optional.of(said);
        }
      }
      case WAITING ->
          line.programs().stream().limit(PROGRAMS - awaited.size()).forEach(awaited::add);
      case SPAWNED -> program(line).ifPresent(found -> found.pid = line.pid());
      case SIGNALLED ->
          program(line)
              .filter(found -> found.asked.isEmpty())
              .ifPresent(found -> found.asked = Optional.of(said));
      case KILLING -> ended(line, said, How.KILLED, Optional.empty());
      case STOPPED -> {
        stopped(line, said);
        lastGone = Optional.of(said);
      }
      case EXITED ->
          ended(line, said, How.EXITED, Exit.ofWords(line.detail().split(";", 2)[0].strip()));
    }
  }

  private void restart() {
    running.clear();
    awaited.clear();
    asked = Optional.empty();
    lastGone = Optional.empty();
  }

  private void stopped(SupervisorLine line, Said said) {
    String name = line.programs().get(0);
    Optional<Exit> exit = Exit.ofWords(line.detail());
    ProgramEnd before = ends.get(name);
    awaited.remove(name);
    if (killedButNotReaped(name)) {
      List<Evidence> both = new ArrayList<>(before.evidence());
      both.add(said.evidence());
      ends.put(name, new ProgramEnd(name, How.KILLED, exit, before.pid(), before.lasted(), both));
    } else {
      ended(line, said, How.STOPPED, exit);
    }
    running.remove(name);
  }

  private void ended(SupervisorLine line, Said said, How how, Optional<Exit> exit) {
    String name = line.programs().get(0);
    if (ends.size() >= PROGRAMS && !ends.containsKey(name)) {
      return;
    }
    Optional<Program> program = Optional.ofNullable(running.get(name));
    List<Evidence> evidence = new ArrayList<>();
    if (how != How.EXITED) {
      program
          .flatMap(found -> found.asked)
          .or(() -> asked)
          .map(Said::evidence)
          .ifPresent(evidence::add);
    }
    Optional<Lasted> lasted = how == How.EXITED ? Optional.empty() : lasted(name, said.time());
    evidence.add(timed(said.evidence(), lasted));
    OptionalLong pid =
        how == How.KILLED ? line.pid() : program.map(p -> p.pid).orElse(OptionalLong.empty());
    ends.remove(name);
    awaited.remove(name);
    ends.put(name, new ProgramEnd(name, how, exit, pid, lasted, evidence));
    if (how == How.EXITED) {
      running.remove(name);
    }
  }

  private static Evidence timed(Evidence evidence, Optional<Lasted> lasted) {
    return lasted
        .map(
            time ->
                new Evidence(evidence.at(), evidence.text() + " " + time.text() + " after SIGTERM"))
        .orElse(evidence);
  }

  private boolean killedButNotReaped(String name) {
    ProgramEnd end = ends.get(name);
    return end != null && end.how() == How.KILLED && end.exit().isEmpty();
  }

  private ProgramEnd stillAwaited(String name) {
    List<Evidence> evidence = new ArrayList<>();
    asked.map(Said::evidence).ifPresent(evidence::add);
    last.map(Said::evidence).ifPresent(evidence::add);
    return new ProgramEnd(
        name,
        How.AWAITED,
        Optional.empty(),
        OptionalLong.empty(),
        last.flatMap(end -> lasted(name, end.time())),
        evidence);
  }

  private Optional<Lasted> lasted(String name, Moment end) {
    Optional<Said> own = Optional.ofNullable(running.get(name)).flatMap(found -> found.asked);
    if (own.isPresent()) {
      return end.since(own.get().time()).map(Lasted::exactly);
    }
    Optional<Duration> most = asked.flatMap(said -> end.since(said.time()));
    Optional<Duration> least = lastGone.or(() -> asked).flatMap(said -> end.since(said.time()));
    return most.flatMap(longest -> least.map(shortest -> new Lasted(shortest, longest)));
  }

  private Optional<Program> program(SupervisorLine line) {
    String name = line.programs().get(0);
    if (running.size() >= PROGRAMS && !running.containsKey(name)) {
      return Optional.empty();
    }
    Program found = running.computeIfAbsent(name, key -> new Program());
    if (line.kind() == SupervisorLine.Kind.SPAWNED) {
      found.asked = Optional.empty();
    }
    return Optional.of(found);
  }
}
