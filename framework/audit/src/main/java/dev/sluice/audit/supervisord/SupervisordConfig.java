package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.text.SourceText;
import java.util.List;
import java.util.function.Function;

/**
 * What supervisord understands of its configuration.
 *
 * @param groups in the order in which they are stopped; a group without a process is left out
 * @param remarks what is wrong with the files; a value that supervisord refuses is {@link
 *     dev.sluice.audit.model.Check#INVALID_VALUE}
 */
public record SupervisordConfig(List<ProgramGroup> groups, List<Remark> remarks) {

  /** Copies the lists. */
  public SupervisordConfig {
    groups = List.copyOf(groups);
    remarks = List.copyOf(remarks);
  }

  /** Reads a configuration of which the environment is not known. */
  public static SupervisordConfig read(
      SourceText main, Function<String, List<SourceText>> included) {
    return read(main, included, List.of());
  }

  /**
   * Reads a configuration as supervisord 4.2.5 does. Where supervisord would not start, the groups
   * are what can be made of the rest. What only the machine knows is taken as good: whether users
   * and directories exist.
   *
   * @param main the main file; {@code %(here)s} is the directory of its name where that is
   *     absolute, else {@code .}
   * @param included what a glob of {@code [include] files} matches, relative to the main file or
   *     absolute, in the order of names
   * @param environment what supervisord is started with, as far as it is known; {@code %(ENV_X)s}
   *     of any other variable is unknown: an unknown {@link dev.sluice.audit.model.Figure}, or a
   *     remark of {@link dev.sluice.audit.model.Check#UNKNOWN}
   */
  public static SupervisordConfig read(
      SourceText main, Function<String, List<SourceText>> included, List<EnvVariable> environment) {
    return new Reading(main, included, environment).read();
  }
}
