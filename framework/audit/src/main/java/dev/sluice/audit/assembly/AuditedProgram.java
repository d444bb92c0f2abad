package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.timers.AppTimer;
import dev.sluice.audit.timers.QueueTimeouts.QueueTimeout;
import dev.sluice.chain.RealWindow;
import java.util.List;
import java.util.Optional;

/**
 * One program with its window.
 *
 * @param place what findings call it
 * @param launch what is started and whether the signal reaches it; empty when that was not read
 * @param stopwait the supervisor's wait; empty without a supervisor
 * @param signal the signal it gets, without {@code SIG}, with its place; empty when only its image,
 *     which was not read, could tell
 * @param children whether the signal goes to the program alone or to its process group
 * @param timers inside the application
 * @param queues how long the queues it takes work from wait for it
 * @param need what it must be able to finish; empty when nothing was declared
 * @param window the time it really has
 * @param links every layer that ends it, the binding one first
 * @param atMost true when a layer could not be read, so that the window may be smaller still
 */
public record AuditedProgram(
    Place place,
    Optional<Launch> launch,
    Optional<Figure> stopwait,
    Optional<Word> signal,
    Signalled children,
    List<AppTimer> timers,
    List<QueueTimeout> queues,
    Optional<Need> need,
    RealWindow window,
    List<BindingLink> links,
    boolean atMost) {

  /** Whom a supervisor signals. */
  public enum Signalled {
    /** The program alone. */
    PARENT,
    /** The program alone with the stop signal, all with the kill. */
    PARENT_THEN_GROUP,
    /** Its whole process group. */
    GROUP
  }

  /** Copies the lists. */
  public AuditedProgram {
    timers = List.copyOf(timers);
    queues = List.copyOf(queues);
    links = List.copyOf(links);
  }

  /** The layer that ends it first. */
  public BindingLink bindingLink() {
    return links.get(0);
  }

  /** True when a need is declared and is more than the window. */
  public boolean tooShort() {
    return need.filter(it -> it.seconds() > window.seconds()).isPresent();
  }

  /** True when it is too short and this layer is why. */
  public boolean killedBy(BindingLink.Kind kind) {
    return tooShort() && bindingLink().kind() == kind;
  }
}
