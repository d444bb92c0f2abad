package dev.sluice.audit.launch;

import dev.sluice.audit.launch.ShellNode.AndOr;
import dev.sluice.audit.launch.ShellNode.Arm;
import dev.sluice.audit.launch.ShellNode.Braces;
import dev.sluice.audit.launch.ShellNode.If;
import dev.sluice.audit.launch.ShellNode.Item;
import dev.sluice.audit.launch.ShellNode.Loop;
import dev.sluice.audit.launch.ShellNode.Redirected;
import dev.sluice.audit.launch.ShellNode.Sequence;
import dev.sluice.audit.launch.ShellNode.Simple;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the commands of a trap do about the program: pass the signal on, wait, exit. */
final class TrapAction {
  private static final int MAX_DEPTH = 20;

  /** Commands that have nothing to do with the program. */
  private static final Set<String> HARMLESS =
      Set.of(
          "echo", "printf", ":", "true", "trap", "date", "logger", "rm", "sleep", "set", "unset");

  private final Map<String, ShellNode> functions;
  private final ShellKind kind;
  private boolean forwards;
  private boolean waits;
  private boolean exits;
  private Optional<String> sent = Optional.empty();
  private Optional<String> unclear = Optional.empty();

  TrapAction(Map<String, ShellNode> functions, ShellKind kind) {
    this.functions = functions;
    this.kind = kind;
  }

  /** Reads the commands. */
  TrapAction read(String commands) {
    try {
      walk(ShellParser.parse(commands), 0);
    } catch (ShellSyntax e) {
      unclear = Optional.of(commands);
    }
    return this;
  }

  /** Whether a signal is sent to a child. */
  boolean forwards() {
    return forwards;
  }

  /** Whether the child is waited for after that. */
  boolean waits() {
    return waits;
  }

  boolean exits() {
    return exits;
  }

  /** The signal that is sent. */
  Optional<String> sent() {
    return sent;
  }

  /** A command of which it can't be told what it does. */
  Optional<String> unclear() {
    return unclear;
  }

  private void walk(ShellNode node, int depth) {
    if (depth > MAX_DEPTH) {
      unclear = Optional.of("a function that calls itself");
    } else if (node instanceof Sequence sequence) {
      for (Item item : sequence.items()) {
        if (!exits) {
          walk(item.node(), depth + 1);
        }
      }
    } else if (node instanceof Simple simple) {
      simple(simple, depth);
    } else if (node instanceof AndOr both) {
      walk(both.left(), depth + 1);
      if (!exits) {
        walk(both.right(), depth + 1);
      }
    } else if (node instanceof Braces braces) {
      walk(braces.body(), depth + 1);
    } else if (node instanceof Redirected redirected) {
      walk(redirected.node(), depth + 1);
    } else if (node instanceof Loop loop) {
      waits |= loop.condition().items().stream().anyMatch(item -> probes(item.node()));
      walk(loop.body(), depth + 1);
    } else if (node instanceof If branches) {
      for (Arm arm : branches.arms()) {
        walk(arm.body(), depth + 1);
      }
      branches.otherwise().ifPresent(body -> walk(body, depth + 1));
    } else {
      unclear = Optional.of("a construct that is not read here");
    }
  }

  /** {@code kill -0}, {@code ps -p}, {@code [ -d /proc/… ]}: asks whether the child still runs. */
  private static boolean probes(ShellNode node) {
    return node instanceof Simple simple
        && simple.words().size() > 1
        && Set.of("kill -0", "ps -p", "[ -d", "[ -e", "test -d")
            .contains(simple.words().get(0).raw() + " " + simple.words().get(1).raw());
  }

  private void simple(Simple simple, int depth) {
    if (simple.words().isEmpty()) {
      return;
    }
    List<String> words =
        simple.words().stream().map(word -> word.literal().orElse(word.raw())).toList();
    String name = words.get(0);
    if (functions.containsKey(name)) {
      walk(functions.get(name), depth + 1);
    } else if (name.equals("exit") || name.equals("return") || name.equals("exec")) {
      exits = !name.equals("return");
    } else if (name.equals("wait")) {
      waits = true;
    } else if (name.equals("kill")) {
      kill(words);
    } else if (name.equals("pkill") && words.contains("-P")) {
      kill(words.stream().filter(word -> !word.equals("-P")).toList());
    } else if (!HARMLESS.contains(name) && !name.startsWith("[")) {
      unclear = Optional.of(name);
    }
  }

  private void kill(List<String> words) {
    String signal = "TERM";
    boolean named = false;
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (!named && i + 1 < words.size() && (word.equals("-s") || word.equals("-n"))) {
        signal = Signals.name(words.get(++i));
        named = true;
      } else if (!named && word.length() > 1 && word.startsWith("-") && !word.equals("--")) {
        signal = Signals.name(word.substring(1));
        named = true;
      } else if (word.equals("--")) {
        named = true;
      } else if (word.equals("0") || word.startsWith("-")) {
        unclear = Optional.of(String.join(" ", words) + ", which signals the shell itself too,");
      } else if (kind == ShellKind.DASH && (word.contains("jobs") || word.startsWith("%"))) {
        unclear = Optional.of(String.join(" ", words) + ", which finds nothing in dash,");
      } else if (!signal.equals("0")) {
        forwards = true;
        sent = Optional.of(signal);
      }
    }
  }
}
