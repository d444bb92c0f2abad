package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.timers.AppTimer;
import dev.sluice.chain.RealWindow;
import java.util.List;
import java.util.Optional;

/**
 * One program with its window.
 *
 * @param place what findings call it
 * @param launch what is started and whether the signal reaches it
 * @param stopwait the supervisor's wait; empty without a supervisor
 * @param signal the signal it gets, without {@code SIG}, with its place; empty for TERM by default
 * @param timers inside the application
 * @param need what it must be able to finish; empty when nothing was declared
 * @param window the time it really has
 */
public record AuditedProgram(
    Place place,
    Launch launch,
    Optional<Figure> stopwait,
    Optional<Word> signal,
    List<AppTimer> timers,
    Optional<Need> need,
    RealWindow window) {

  /** Copies the timers. */
  public AuditedProgram {
    timers = List.copyOf(timers);
  }

  /** True when a need is declared and is more than the window. */
  public boolean tooShort() {
    return need.filter(it -> it.seconds() > window.seconds()).isPresent();
  }
}
