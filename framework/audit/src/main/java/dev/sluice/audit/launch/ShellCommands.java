package dev.sluice.audit.launch;

import dev.sluice.audit.launch.ShellNode.AndOr;
import dev.sluice.audit.launch.ShellNode.Definition;
import dev.sluice.audit.launch.ShellNode.Sequence;
import dev.sluice.audit.launch.ShellNode.Simple;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Carries out simple commands of a shell text: built-in ones, functions, programs. */
final class ShellCommands {
  private final ShellKind kind;
  private final ShellState state;
  private final Route route;
  private final Function<ShellNode, Flow> eval;
  private final List<Stay> backgrounds = new ArrayList<>();
  private final List<Stay> shortOnes = new ArrayList<>();
  private final List<Stay> longOnes = new ArrayList<>();
  private Optional<String> unclear = Optional.empty();
  private final ShellTraps traps;
  private int waits;
  private int conditions;
  private int loops;
  private int asides;

  ShellCommands(ShellKind kind, ShellState state, Route route, Function<ShellNode, Flow> eval) {
    this.kind = kind;
    this.state = state;
    this.route = route;
    this.eval = eval;
    this.traps = new ShellTraps(route.signal());
  }

  List<Stay> shortOnes() {
    return shortOnes.isEmpty() ? List.of() : List.of(shortOnes.get(shortOnes.size() - 1));
  }

  /** Commands in the foreground that may be the work. */
  List<Stay> longOnes() {
    return longOnes;
  }

  /** What is asked in a condition, or runs beside the shell, is no step on its way. */
  void enterAside() {
    asides++;
  }

  void leaveAside() {
    asides--;
  }

  boolean leavesBackground() {
    return !backgrounds.isEmpty();
  }

  int waits() {
    return waits;
  }

  Optional<String> unclear() {
    return unclear;
  }

  void unclear(String why) {
    unclear = unclear.or(() -> Optional.of(why));
  }

  void enterCondition() {
    conditions++;
  }

  void leaveCondition() {
    conditions--;
  }

  void enterLoop() {
    loops++;
  }

  void leaveLoop() {
    loops--;
  }

  void define(Definition definition) {
    state.functions().put(definition.name(), definition.body());
  }

  void background(List<Stay> stays) {
    backgrounds.addAll(stays);
  }

  Stay stay(Stay.Kind how, Launch inner, Position at) {
    return new Stay(how, inner, traps.now(), waits, loops > 0, at);
  }

  /** Whether a command certainly succeeds, so that what follows its {@code &&} runs. */
  boolean succeeds(ShellNode node) {
    if (node instanceof AndOr both) {
      return both.and() && succeeds(both.left()) && succeeds(both.right());
    }
    return node instanceof Simple simple
        && (simple.words().isEmpty() || ShellTests.SUCCEED.contains(simple.words().get(0).raw()));
  }

  /** What a condition says, if that is known. */
  Optional<Boolean> test(Sequence condition) {
    return ShellTests.test(condition, state);
  }

  /** Whether a word matches one of the patterns, if that is known. */
  Optional<Boolean> matches(ShellWord subject, List<ShellWord> patterns) {
    return ShellTests.matches(subject, patterns, state);
  }

  /** Carries out one command; {@code tail} when the shell may put it in its own place. */
  Flow run(Simple simple, boolean tail) {
    boolean sure = conditions == 0;
    if (simple.words().isEmpty()) {
      simple.assignments().forEach(word -> state.assign(word, false, sure));
      return Flow.ON;
    }
    List<Word> words = state.expand(simple.words());
    if (words.isEmpty()) {
      return Flow.ON;
    }
    String name = words.get(0).text();
    if (state.functions().containsKey(name)) {
      return function(name, words);
    }
    List<Word> rest = words.subList(1, words.size());
    return switch (name) {
      case "exec" -> exec(simple, rest);
      case "exit" -> Flow.EXIT;
      case "wait" -> waiting();
      case "trap" -> {
        traps.set(rest, sure);
        yield Flow.ON;
      }
      case "set" -> {
        set(rest, sure);
        yield Flow.ON;
      }
      case "shift" -> {
        shift(rest, sure);
        yield Flow.ON;
      }
      case "export", "readonly", "declare", "typeset", "local" -> {
        simple.words().stream()
            .skip(1)
            .filter(word -> !word.raw().startsWith("-"))
            .forEach(word -> state.assign(word, name.equals("export"), sure));
        yield Flow.ON;
      }
      case ".", "source" -> sourced(rest);
      case "eval" -> parsed(String.join(" ", rest.stream().map(Word::text).toList()), rest);
      case "command", "builtin" -> command(simple, rest, tail);
      default -> ShellTests.BUILT_IN.contains(name) ? Flow.ON : program(simple, words, tail);
    };
  }

  /** The first wait is where the signal meets the shell; later ones are counted. */
  private Flow waiting() {
    boolean first = waits++ == 0;
    List<Stay> stays =
        backgrounds.stream().map(stay -> stay(Stay.Kind.WAITING, stay.inner(), stay.at())).toList();
    waits += loops > 0 ? 1 : 0;
    return first ? new Flow(List.of(), true, stays) : Flow.ON;
  }

  private Flow command(Simple simple, List<Word> rest, boolean tail) {
    if (rest.isEmpty() || rest.get(0).text().startsWith("-")) {
      return Flow.ON;
    }
    if (rest.get(0).text().equals("exec")) {
      return exec(simple, rest.subList(1, rest.size()));
    }
    return ShellTests.BUILT_IN.contains(rest.get(0).text()) ? Flow.ON : program(simple, rest, tail);
  }

  private Flow exec(Simple simple, List<Word> rest) {
    List<Word> words = new ArrayList<>(rest);
    while (!words.isEmpty() && words.get(0).text().matches("-[acl]+|--")) {
      boolean named = words.remove(0).text().contains("a");
      if (named && !words.isEmpty()) {
        words.remove(0);
      }
    }
    return words.isEmpty() ? Flow.ON : Flow.ending(replaced(simple, words));
  }

  private Stay replaced(Simple simple, List<Word> words) {
    return stay(Stay.Kind.REPLACED, launch(simple, words, route), words.get(0).at());
  }

  private Flow program(Simple simple, List<Word> words, boolean tail) {
    boolean plain = kind != ShellKind.BASH || !simple.redirected();
    Stay stay =
        tail && traps.allowReplacing() && plain
            ? replaced(simple, words)
            : stay(Stay.Kind.FOREGROUND, launch(simple, words, route.child()), words.get(0).at());
    if (ShellTests.isShort(words.get(0).text())) {
      shortOnes.add(stay);
      return Flow.ON;
    }
    if (stay.kind() == Stay.Kind.REPLACED || SetUp.stays(stay.inner().program())) {
      return Flow.ending(stay);
    }
    if (asides == 0 && SetUp.mayBeTheWork(stay.inner().program())) {
      longOnes.add(stay);
    }
    return Flow.staying(stay);
  }

  private Launch launch(Simple simple, List<Word> words, Route to) {
    Launch inner =
        argumentsDecide(words)
            ? Launches.unknown(words, "a condition decides what " + words.get(0) + " becomes")
            : Follower.follow(words, to);
    List<EnvVariable> all = new ArrayList<>(state.exported());
    all.addAll(state.inFront(simple.assignments()));
    all.addAll(inner.variables());
    return new Launch(
        inner.path(),
        inner.cause(),
        inner.program(),
        all,
        inner.at(),
        inner.note(),
        inner.signal(),
        inner.limits());
  }

  /** A script that puts a program in front of arguments that are only options. */
  private boolean argumentsDecide(List<Word> words) {
    return state.argumentsUnsure() && words.get(0).text().startsWith("-");
  }

  private Flow function(String name, List<Word> words) {
    List<Word> before = state.arguments();
    boolean known = !state.argumentsUnsure();
    if (known) {
      state.arguments(words.subList(1, words.size()), true);
    }
    Flow flow = eval.apply(state.functions().get(name));
    if (known) {
      state.arguments(before, true);
    }
    return flow;
  }

  private Flow sourced(List<Word> rest) {
    return rest.isEmpty()
        ? Flow.ON
        : route
            .scripts()
            .read(rest.get(0).text())
            .map(source -> parsed(source.content(), rest))
            .orElse(Flow.ON);
  }

  private Flow parsed(String text, List<Word> words) {
    if (words.isEmpty()) {
      return Flow.ON;
    }
    try {
      return eval.apply(ShellParser.parse(text));
    } catch (ShellSyntax e) {
      unclear("line " + words.get(0).at().line() + ": " + e.getMessage());
      return Flow.ON;
    }
  }

  private void set(List<Word> rest, boolean sure) {
    for (int i = 0; i < rest.size(); i++) {
      if (rest.get(i).text().equals("--")) {
        state.arguments(rest.subList(i + 1, rest.size()), sure);
        return;
      }
    }
    if (!rest.isEmpty() && !rest.get(0).text().startsWith("-") && !isPlus(rest.get(0))) {
      state.arguments(rest, sure);
    }
  }

  private static boolean isPlus(Word word) {
    return word.text().startsWith("+");
  }

  private void shift(List<Word> rest, boolean sure) {
    int by = rest.isEmpty() ? 1 : rest.get(0).text().equals("2") ? 2 : 1;
    List<Word> before = state.arguments();
    state.arguments(before.subList(Math.min(by, before.size()), before.size()), sure);
  }
}
