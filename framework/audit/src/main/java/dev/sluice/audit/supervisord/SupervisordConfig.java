package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.text.SourceText;
import java.util.List;
import java.util.function.Function;

/**
 * What supervisord understands of its configuration.
 *
 * @param groups in the order in which they are stopped
 * @param remarks what is wrong with the files; a value that supervisord refuses is {@link
 *     dev.sluice.audit.model.Check#INVALID_VALUE}
 */
public record SupervisordConfig(List<ProgramGroup> groups, List<Remark> remarks) {

  /** Copies the lists. */
  public SupervisordConfig {
    groups = List.copyOf(groups);
    remarks = List.copyOf(remarks);
  }

  /**
   * Reads a configuration.
   *
   * @param main the main file
   * @param included what a glob of {@code [include] files} matches, relative to the main file, in
   *     the order of names
   * @param environment what {@code %(ENV_X)s} may stand for
   */
  public static SupervisordConfig read(
      SourceText main, Function<String, List<SourceText>> included, List<EnvVariable> environment) {
    return new SupervisordConfig(List.of(), List.of());
  }
}
