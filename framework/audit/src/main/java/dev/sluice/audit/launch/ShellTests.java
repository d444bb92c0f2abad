package dev.sluice.audit.launch;

import dev.sluice.audit.launch.ShellNode.Sequence;
import dev.sluice.audit.launch.ShellNode.Simple;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is known about commands and conditions without running them. */
final class ShellTests {
  /** Built-in commands that run no program. */
  static final Set<String> BUILT_IN =
      Set.of(
          ":",
          "true",
          "false",
          "test",
          "[",
          "echo",
          "printf",
          "cd",
          "pushd",
          "popd",
          "umask",
          "ulimit",
          "read",
          "unset",
          "return",
          "break",
          "continue",
          "alias",
          "unalias",
          "hash",
          "type",
          "times",
          "shopt",
          "getopts",
          "jobs",
          "kill",
          "let",
          "mapfile",
          "enable",
          "bg",
          "disown",
          "pwd");

  /** Commands that are expected to succeed: when they fail, nothing runs at all. */
  static final Set<String> SUCCEED =
      Set.of(":", "true", "cd", "export", "set", "umask", "ulimit", "echo", "printf", "trap");

  /** Programs that end by themselves after a moment. */
  private static final Set<String> SHORT =
      Set.of(
          "mkdir",
          "rm",
          "cp",
          "mv",
          "ln",
          "chmod",
          "chown",
          "chgrp",
          "touch",
          "cat",
          "sed",
          "awk",
          "grep",
          "egrep",
          "find",
          "sleep",
          "date",
          "ls",
          "id",
          "whoami",
          "hostname",
          "env",
          "printenv",
          "envsubst",
          "head",
          "tee",
          "sort",
          "cut",
          "tr",
          "wc",
          "install",
          "mktemp",
          "sysctl",
          "pg_isready",
          "nc",
          "curl",
          "wget",
          "update-ca-certificates",
          "uname",
          "nproc",
          "basename",
          "dirname",
          "expr",
          "seq",
          "yes",
          "which",
          "usermod",
          "useradd",
          "groupadd");

  private ShellTests() {}

  /** Whether a program ends by itself after a moment. */
  static boolean isShort(String program) {
    return SHORT.contains(Follower.base(program));
  }

  /** What {@code [ a = b ]} and the like say, if both sides are known. */
  static Optional<Boolean> test(Sequence condition, ShellState state) {
    if (condition.items().size() != 1
        || !(condition.items().get(0).node() instanceof Simple simple)
        || simple.words().isEmpty()) {
      return Optional.empty();
    }
    List<ShellWord> words = simple.words();
    boolean bracket = words.get(0).is("[") && words.get(words.size() - 1).is("]");
    if (!bracket && !words.get(0).is("test")) {
      return Optional.empty();
    }
    List<ShellWord> inside = words.subList(1, words.size() - (bracket ? 1 : 0));
    if (inside.size() == 2) {
      Optional<String> value = state.join(inside.get(1));
      return inside.get(0).is("-n")
          ? value.map(text -> !text.isEmpty())
          : inside.get(0).is("-z") ? value.map(String::isEmpty) : Optional.empty();
    }
    if (inside.size() != 3) {
      return Optional.empty();
    }
    Optional<String> left = state.join(inside.get(0));
    Optional<String> right = state.join(inside.get(2));
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    boolean same = left.get().equals(right.get());
    return switch (inside.get(1).raw()) {
      case "=", "==" -> Optional.of(same);
      case "!=" -> Optional.of(!same);
      default -> Optional.empty();
    };
  }

  /** Whether a known word matches plain patterns. */
  static Optional<Boolean> matches(ShellWord subject, List<ShellWord> patterns, ShellState state) {
    Optional<String> word = state.join(subject);
    boolean open = false;
    for (ShellWord pattern : patterns) {
      if (pattern.is("*")) {
        return Optional.of(true);
      }
      Optional<String> text = state.join(pattern);
      boolean glob = pattern.raw().chars().anyMatch(c -> "*?[$`".indexOf(c) >= 0);
      if (word.isEmpty() || text.isEmpty() || glob) {
        open = true;
      } else if (text.get().equals(word.get())) {
        return Optional.of(true);
      }
    }
    return open ? Optional.empty() : Optional.of(false);
  }
}
