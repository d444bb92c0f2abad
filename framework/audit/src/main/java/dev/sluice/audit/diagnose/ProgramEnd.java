package dev.sluice.audit.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a supervised program ended, by its supervisor's log.
 *
 * @param program its name
 * @param how what the supervisor has to do with it
 * @param exit how the process ended, if the log tells
 * @param pid its process id, if the log tells
 * @param lasted how long its stop had been going on, if that can be measured
 * @param evidence the lines
 */
record ProgramEnd(
    String program,
    How how,
    Optional<Exit> exit,
    OptionalLong pid,
    Optional<Lasted> lasted,
    List<Evidence> evidence) {

  /** What the supervisor has to do with the end. */
  enum How {
    /** It sent SIGKILL. */
    KILLED,
    /** It asked, and the process ended in time. */
    STOPPED,
    /** It asked, and its log ends while it waits. */
    AWAITED,
    /** It had not asked. */
    EXITED
  }

  ProgramEnd {
    evidence = List.copyOf(evidence);
  }
}
