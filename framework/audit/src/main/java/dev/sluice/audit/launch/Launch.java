package dev.sluice.audit.launch;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.util.List;
import java.util.Optional;

/**
 * What is really started, and whether the stop signal reaches it.
 *
 * @param path what becomes of the signal
 * @param cause what on the way decides that, for {@link dev.sluice.audit.model.Check}
 * @param program the words of the innermost program, for example {@code gunicorn app:app}; empty
 *     when it can't be told
 * @param variables set on the way ({@code A=b program}, {@code export A=b})
 * @param at the word that decides
 * @param note one sentence for the table
 * @param signal what the program gets instead of the signal that is sent, without {@code SIG}
 *     ({@code dumb-init --rewrite}, a trap that kills with another); empty when it is the same
 * @param limits of the wrappers in front of it, the outermost first
 */
public record Launch(
    SignalPath path,
    Cause cause,
    List<Word> program,
    List<EnvVariable> variables,
    Position at,
    String note,
    Optional<String> signal,
    List<WrapperLimit> limits) {

  /** A launch without a wrapper that limits it. */
  public Launch(
      SignalPath path,
      Cause cause,
      List<Word> program,
      List<EnvVariable> variables,
      Position at,
      String note,
      Optional<String> signal) {
    this(path, cause, program, variables, at, note, signal, List.of());
  }

  /** A launch that passes the signal on as it is. */
  public Launch(
      SignalPath path,
      Cause cause,
      List<Word> program,
      List<EnvVariable> variables,
      Position at,
      String note) {
    this(path, cause, program, variables, at, note, Optional.empty());
  }

  /** What on the way decides. */
  public enum Cause {
    /** Nothing stands in front of the program. */
    DIRECT,
    /** A shell line. */
    SHELL,
    /** A script. */
    SCRIPT,
    /** A loop of a shell, which starts the program again and again. */
    LOOP,
    /** tini, dumb-init or another init in front of a shell. */
    INIT,
    /** It was not read. */
    UNREAD
  }

  /** Copies the lists. */
  public Launch {
    program = List.copyOf(program);
    variables = List.copyOf(variables);
    limits = List.copyOf(limits);
  }

  /** The same, limited by these. */
  Launch limitedBy(List<WrapperLimit> wrappers) {
    return new Launch(path, cause, program, variables, at, note, signal, wrappers);
  }
}
