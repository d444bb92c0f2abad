package dev.sluice.audit.timers;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Knows the shutdown timers of well-known worker processes; {@code docs/audit/timers.md}. */
public final class AppTimers {
  private static final List<Family> FAMILIES =
      List.of(
          new RubyTimers(),
          new PythonTimers(),
          new UwsgiTimers(),
          new PhpTimers(),
          new ServerTimers(),
          new ProcessTimers());

  private AppTimers() {}

  /**
   * The timers of one program.
   *
   * @param program its words
   * @param variables its environment as far as it was read
   * @param files configuration files as far as they were read
   */
  public static List<AppTimer> of(List<Word> program, List<EnvVariable> variables, Scripts files) {
    Settings settings = new Settings(variables, files);
    List<AppTimer> timers = new ArrayList<>();
    List<Word> words = program;
    Optional<CommandLine> line = CommandLine.of(words);
    while (line.isPresent() && line.get().name().equals("timeout")) {
      words = behindTimeout(line.get(), timers);
      line = CommandLine.of(words);
    }
    line.ifPresent(it -> FAMILIES.forEach(family -> timers.addAll(family.timers(it, settings))));
    return List.copyOf(timers);
  }

  /** coreutils: ends the program at an age, whatever it does; 0 ends nothing. */
  private static List<Word> behindTimeout(CommandLine line, List<AppTimer> timers) {
    List<Word> arguments = line.arguments();
    int at = 0;
    while (at < arguments.size() && arguments.get(at).text().startsWith("-")) {
      String flag = arguments.get(at).text();
      at +=
          flag.equals("-k")
                  || flag.equals("-s")
                  || flag.equals("--kill-after")
                  || flag.equals("--signal")
              ? 2
              : 1;
    }
    if (at >= arguments.size()) {
      return List.of();
    }
    Figure figure = Settings.figure(arguments.get(at), Duration.ofSeconds(1));
    if (figure.value().filter(Duration::isZero).isEmpty()) {
      timers.add(new AppTimer("timeout (from the start)", figure, true, Optional.empty()));
    }
    return arguments.subList(at + 1, arguments.size());
  }
}
