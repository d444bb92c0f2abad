package dev.sluice.chain;

import java.util.List;
import java.util.Objects;

/**
 * Programs that a supervisor stops together; each is killed at its own wait. A program in no group
 * is a group of its own.
 *
 * @param name as the configuration calls it
 * @param programs at least one
 */
public record StopGroup(String name, List<StopProgram> programs) {

  /**
   * Copies the programs.
   *
   * @throws InvalidDeclaration if there is none
   */
  public StopGroup {
    Objects.requireNonNull(name, "name");
    programs = List.copyOf(programs);
    if (programs.isEmpty()) {
      throw new InvalidDeclaration("group " + name + " has no program");
    }
  }

  /** How long the group can take: the largest wait in it that is known. */
  public long longestWait() {
    return programs.stream().mapToLong(StopProgram::effectiveWait).max().orElseThrow();
  }

  /** True when the group can take longer than its {@link #longestWait}. */
  public boolean hasUnknownWait() {
    return !programs.stream().allMatch(StopProgram::waitIsKnown);
  }
}
