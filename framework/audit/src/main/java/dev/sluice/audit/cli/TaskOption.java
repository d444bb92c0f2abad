package dev.sluice.audit.cli;

import dev.sluice.audit.assembly.Tasks;
import dev.sluice.chain.Durations;
import dev.sluice.chain.InvalidDeclaration;
import dev.sluice.chain.TaskLimit;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/**
 * One {@code --task}: {@code 400s}, {@code export=400s}, {@code export@orders=400s}.
 *
 * @param declared what it says
 */
record TaskOption(Tasks.Declared declared) {
  private static final String FORM =
      "; write --task 400s, --task export=400s or --task export@orders=400s";

  static TaskOption parse(String text) {
    int equals = text.lastIndexOf('=');
    String left = equals < 0 ? "" : text.substring(0, equals);
    int at = left.indexOf('@');
    String name = at < 0 ? left : left.substring(0, at);
    Optional<String> scope = at < 0 ? Optional.empty() : Optional.of(left.substring(at + 1));
    if (scope.filter(String::isEmpty).isPresent()) {
      throw new TypeConversionException(
          "'" + text + "' names no workload, container or program behind the @" + FORM);
    }
    String known = name.isEmpty() ? "work" : name;
    try {
      Duration limit = Durations.parsePositive("--task " + known, text.substring(equals + 1));
      return new TaskOption(
          new Tasks.Declared(
              new TaskLimit(known, limit, Optional.empty()),
              Optional.empty(),
              scope,
              "--task " + text));
    } catch (InvalidDeclaration e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
