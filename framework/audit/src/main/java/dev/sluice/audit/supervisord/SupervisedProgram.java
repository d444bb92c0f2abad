package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.util.List;

/**
 * A {@code [program:]}, {@code [eventlistener:]} or {@code [fcgi-program:]} as supervisord
 * understands it.
 *
 * @param name of the section; {@code numprocs} copies are one entry
 * @param copies {@code numprocs}
 * @param command the words of {@code command}, split as supervisord does
 * @param stopwait {@code stopwaitsecs}, or supervisord's default of 10 s
 * @param stopSignal without {@code SIG}, for example {@code TERM}
 * @param stopAsGroup whether the signal goes to the process group
 * @param killAsGroup whether the kill does
 * @param variables its {@code environment}, the global one included
 * @param at the section's line
 */
public record SupervisedProgram(
    String name,
    int copies,
    List<Word> command,
    Figure stopwait,
    String stopSignal,
    boolean stopAsGroup,
    boolean killAsGroup,
    List<EnvVariable> variables,
    Position at) {

  /** Copies the lists. */
  public SupervisedProgram {
    command = List.copyOf(command);
    variables = List.copyOf(variables);
  }
}
