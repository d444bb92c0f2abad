package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/** Reads how a shell is called, and follows what it runs. */
final class ShellStart {
  /** A shell without a text of its own. */
  static final String INTERACTIVE = "a shell that waits for input";

  private static final Set<String> VALUED = Set.of("--rcfile", "--init-file");
  private static final List<ShellKind> KINDS =
      List.of(ShellKind.DASH, ShellKind.BASH, ShellKind.BUSYBOX);

  /** What a shell runs. */
  private record Text(
      String content,
      boolean line,
      Word zero,
      List<Word> arguments,
      IntFunction<Position> lines,
      String shell) {}

  private ShellStart() {}

  /** Follows a shell, which is the first word. */
  static Launch follow(List<Word> words, String name, ShellKind kind, Route route) {
    boolean line = false;
    int i = 1;
    int skipped = 0;
    for (; i < words.size(); i++) {
      String word = words.get(i).text();
      if (word.equals("--") || word.equals("-")) {
        i++;
        break;
      }
      if (word.startsWith("--")) {
        i += VALUED.contains(word) ? 1 : 0;
      } else if (word.length() > 1 && (word.startsWith("-") || word.startsWith("+"))) {
        if (word.indexOf('i') > 0 || word.indexOf('s') > 0) {
          return Launches.unknown(words, INTERACTIVE);
        }
        line |= word.startsWith("-") && word.indexOf('c') > 0;
        skipped = (int) word.chars().filter(c -> c == 'o' || c == 'O').count();
        i += skipped;
      } else {
        break;
      }
    }
    if (i >= words.size()) {
      return Launches.unknown(words, INTERACTIVE);
    }
    Word operand = words.get(i);
    List<Word> rest = words.subList(i + 1, words.size());
    if (line) {
      Word zero = rest.isEmpty() ? words.get(0) : rest.get(0);
      List<Word> arguments = rest.isEmpty() ? rest : rest.subList(1, rest.size());
      IntFunction<Position> lines = ignored -> operand.at();
      return each(kind, route, new Text(operand.text(), true, zero, arguments, lines, name));
    }
    Optional<SourceText> source = Follower.read(operand.text(), route.scripts());
    if (source.isEmpty()) {
      return Launches.unknown(words, "the script " + operand + " was not read");
    }
    SourceText script = source.get();
    return each(kind, route, new Text(script.content(), false, operand, rest, script::at, name));
  }

  /** For a shell of which the kind is not known, what all kinds do alike. */
  private static Launch each(ShellKind kind, Route route, Text text) {
    if (kind != ShellKind.UNKNOWN) {
      return run(kind, route, text);
    }
    List<Launch> launches = new ArrayList<>();
    for (ShellKind possible : KINDS) {
      Route with =
          new Route(
              route.stopped(),
              route.signal(),
              possible,
              route.scripts(),
              route.behind(),
              route.steps());
      launches.add(run(possible, with, text));
    }
    Launch first = launches.get(0);
    if (launches.stream().allMatch(launch -> launch.path() == first.path())) {
      return first;
    }
    return new Launch(
            SignalPath.UNKNOWN,
            text.line() ? Launch.Cause.SHELL : Launch.Cause.SCRIPT,
            first.program(),
            first.variables(),
            first.at(),
            "it depends on what /bin/sh is: dash keeps the signal where bash and busybox put the"
                + " program in their place; exec in front of it settles that")
        .limitedBy(first.limits());
  }

  private static Launch run(ShellKind kind, Route route, Text text) {
    Launch.Cause cause = text.line() ? Launch.Cause.SHELL : Launch.Cause.SCRIPT;
    List<Word> here = List.of(new Word(text.shell(), text.lines().apply(1)));
    try {
      ShellState state = new ShellState(text.zero(), text.arguments(), text.lines());
      ShellRun run = new ShellRun(kind, text.line(), state, route);
      List<Stay> stays = run.stays(ShellParser.parse(text.content()));
      if (run.commands().unclear().isPresent()) {
        return Launches.unknown(here, run.commands().unclear().get());
      }
      if (stays.isEmpty()) {
        return Launches.unknown(
            here,
            run.commands().leavesBackground()
                ? "the shell does not wait for what it starts in the background"
                : "nothing was found that it starts and that stays");
      }
      String shell = kind == ShellKind.BUSYBOX ? "busybox sh" : text.shell();
      ShellVerdict verdict =
          new ShellVerdict(kind, shell, cause, route, state, run.commands().waits());
      return verdict.among(verdict.of(stays), stays, run.commands().longOnes());
    } catch (ShellSyntax e) {
      return Launches.unknown(
          List.of(new Word(text.shell(), text.lines().apply(e.line()))),
          "not understood: " + e.getMessage());
    }
  }
}
