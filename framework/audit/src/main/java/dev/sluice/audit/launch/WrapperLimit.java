package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;

/**
 * A limit that a wrapper in front of the program sets: the {@code timeout} of coreutils.
 *
 * @param kind what happens at its end
 * @param written its figure, as it stands in the start line
 */
public record WrapperLimit(Kind kind, Word written) {

  /** What a wrapper does at the end of its limit. */
  public enum Kind {
    /** It kills the program that long after it has passed the stop signal on. */
    KILLS_IN_STOP,
    /** It kills the program that long after the start, in a stop or not. */
    KILLS_AT_AGE,
    /** It sends the program a signal that long after the start, and waits. */
    SIGNALS_AT_AGE
  }
}
