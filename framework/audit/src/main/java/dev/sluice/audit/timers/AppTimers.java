package dev.sluice.audit.timers;

import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.launch.WrapperLimit;
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
    Optional<CommandLine> line = CommandLine.of(program);
    line.ifPresent(it -> FAMILIES.forEach(family -> timers.addAll(family.timers(it, settings))));
    return List.copyOf(timers);
  }

  /**
   * The timers of what is launched, and of the wrappers in front of it.
   *
   * @param launch the program and its wrappers
   * @param variables its environment as far as it was read
   * @param files configuration files as far as they were read
   */
  public static List<AppTimer> of(Launch launch, List<EnvVariable> variables, Scripts files) {
    List<AppTimer> timers = new ArrayList<>();
    for (WrapperLimit limit : launch.limits()) {
      Figure figure = Settings.figure(limit.written(), Duration.ofSeconds(1));
      // A figure of 0 switches the limit off.
      if (figure.value().filter(Duration::isZero).isEmpty()) {
        timers.add(timer(limit.kind(), figure));
      }
    }
    timers.addAll(of(launch.program(), variables, files));
    return List.copyOf(timers);
  }

  private static AppTimer timer(WrapperLimit.Kind kind, Figure figure) {
    return switch (kind) {
      case KILLS_IN_STOP -> new AppTimer("timeout -k", figure, true, Optional.empty());
      case KILLS_AT_AGE ->
          new AppTimer("timeout (from the start)", figure, true, Optional.empty(), true);
      case SIGNALS_AT_AGE ->
          new AppTimer("timeout (from the start)", figure, false, Optional.empty(), true);
    };
  }
}
