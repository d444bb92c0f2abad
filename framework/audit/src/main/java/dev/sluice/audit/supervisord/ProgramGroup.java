package dev.sluice.audit.supervisord;

import java.util.List;

/**
 * Programs that are stopped together.
 *
 * @param name of the {@code [group:]}, or of the program that is a group of its own
 * @param priority groups stop in reverse order of it; event listeners have -1
 * @param programs at least one
 */
public record ProgramGroup(String name, int priority, List<SupervisedProgram> programs) {

  /** Copies the programs. */
  public ProgramGroup {
    programs = List.copyOf(programs);
  }
}
