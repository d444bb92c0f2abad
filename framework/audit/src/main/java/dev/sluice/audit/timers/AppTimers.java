package dev.sluice.audit.timers;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import java.util.List;

/** Knows the shutdown timers of well-known worker processes. */
public final class AppTimers {
  private AppTimers() {}

  /**
   * The timers of one program.
   *
   * @param program its words
   * @param variables its environment as far as it was read
   * @param files configuration files as far as they were read
   */
  public static List<AppTimer> of(List<Word> program, List<EnvVariable> variables, Scripts files) {
    return List.of();
  }
}
