package dev.sluice.audit.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How long a hook's shell script takes, as far as its calls of sleep tell.
 *
 * @param atLeast the sum of the sleeps that are reached in any case
 * @param open the first command whose time is not known; empty when the sum is all of it
 */
record HookScript(Duration atLeast, Optional<String> open) {
  private static final Set<String> AT_ONCE = Set.of(":", "true", "echo", "set");

  /**
   * Reads a script.
   *
   * @param endsOnError whether the shell was started with {@code -e}
   */
  static HookScript read(String script, boolean endsOnError) {
    return new Reading(endsOnError).read(ShellCommands.of(script));
  }

  private static final class Reading {
    private boolean endsOnError;
    private Duration sum = Duration.ZERO;
    private Optional<String> open = Optional.empty();

    Reading(boolean endsOnError) {
      this.endsOnError = endsOnError;
    }

    HookScript read(ShellCommands commands) {
      boolean reached = true;
      for (ShellCommands.Command command : commands.list()) {
        reached =
            switch (command.after()) {
              case START, SEMICOLON -> !(endsOnError && open.isPresent());
              case AND -> reached && open.isEmpty();
              case OTHER -> false;
            };
        if (!take(command, reached)) {
          return new HookScript(sum, open);
        }
      }
      commands.beyond().ifPresent(this::unknown);
      return new HookScript(sum, open);
    }

    /** Takes one command; false when none after it can be reached for certain. */
    private boolean take(ShellCommands.Command command, boolean reached) {
      if (!command.waitedFor()) {
        // It runs in a shell of its own, where exit and exec end nothing else.
        unknown(command.text());
        return true;
      }
      List<String> words = command.words();
      boolean replaces = words.get(0).equals("exec") && words.size() > 1;
      List<String> called = replaces ? words.subList(1, words.size()) : words;
      String name = called.get(0);
      Optional<Duration> slept =
          command.dynamic() ? Optional.empty() : SleepCommand.time(SleepCommand.applet(called));
      if (slept.isPresent() && reached) {
        sum = sum.plus(slept.get());
      } else if (!AT_ONCE.contains(name) && !(name.equals("exit") && reached)) {
        unknown(command.text());
      }
      endsOnError |= name.equals("set") && called.stream().anyMatch(Reading::setsErrexit);
      return !replaces && !name.equals("exit");
    }

    private static boolean setsErrexit(String word) {
      return word.equals("errexit") || (word.startsWith("-") && word.contains("e"));
    }

    private void unknown(String command) {
      open = open.or(() -> Optional.of(command));
    }
  }
}
