package dev.sluice.config;

import dev.sluice.api.InvalidSetup;
import java.util.List;
import java.util.stream.Collectors;

/** Everything that is wrong with a configuration file, shown together. */
public final class ConfigException extends InvalidSetup {
  private static final long serialVersionUID = 1L;

  /** How many problems the message shows; the others are counted. */
  public static final int SHOWN = 20;

  private final transient List<ConfigProblem> problems;

  /**
   * @param problems at least one, in the order to show them
   */
  public ConfigException(List<ConfigProblem> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  /** All problems, also those the message leaves out. */
  public List<ConfigProblem> problems() {
    return problems;
  }

  private static String message(List<ConfigProblem> problems) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("a ConfigException needs at least one problem");
    }
    String shown =
        problems.stream()
            .limit(SHOWN)
            .map(ConfigProblem::toString)
            .collect(Collectors.joining("\n"));
    int left = problems.size() - SHOWN;
    return left > 0 ? shown + "\n... and " + left + " more" : shown;
  }
}
