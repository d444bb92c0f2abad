package dev.sluice.audit.assembly;

import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.SignalPath;
import dev.sluice.audit.launch.StartLine;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.supervisord.Remark;
import dev.sluice.chain.PodStop;
import java.util.List;
import java.util.Optional;

/**
 * A container, or a machine's service, with everything between its outermost layer and its
 * programs.
 *
 * @param place what findings call it
 * @param container as written; empty where it comes from a supervisord file, a unit or a Dockerfile
 *     alone
 * @param start what it starts; empty when that is in an image that was not read
 * @param launch of process 1; empty with {@code start}
 * @param supervision who waits for the programs
 * @param stopSignal what process 1 is sent, without {@code SIG}; empty when only its image, which
 *     was not read, could tell
 * @param grace of the pod
 * @param preStop its own hook
 * @param variables its environment
 * @param groups its programs, in the order in which they are stopped
 * @param stop the arithmetic over all of that; empty when there is no program to speak of
 * @param remarks about the supervisor's files
 * @param unseen what could not be read
 */
public record AuditedContainer(
    Place place,
    Optional<Container> container,
    Optional<StartLine> start,
    Optional<Launch> launch,
    Supervision supervision,
    Optional<Word> stopSignal,
    Figure grace,
    Figure preStop,
    List<EnvVariable> variables,
    List<List<AuditedProgram>> groups,
    Optional<PodStop> stop,
    List<Remark> remarks,
    List<Unseen> unseen) {

  /** Who waits for the programs of a container. */
  public enum Supervision {
    /** Nobody: the program is what the container runs. */
    NONE,
    /** supervisord, whose configuration was read. */
    SUPERVISORD,
    /** systemd. */
    SYSTEMD,
    /** A supervisor whose configuration was not read. */
    UNREAD
  }

  /** Copies the lists. */
  public AuditedContainer {
    variables = List.copyOf(variables);
    groups = groups.stream().map(List::copyOf).toList();
    remarks = List.copyOf(remarks);
    unseen = List.copyOf(unseen);
  }

  /**
   * True for a native sidecar: the kubelet signals it when the main containers have ended, so that
   * it has what they leave of the grace period.
   */
  public boolean stopsAfterMain() {
    return container.filter(it -> it.role() == Container.Role.SIDECAR).isPresent();
  }

  /**
   * What becomes of the stop signal on its way to a program; {@code REACHES} also where the start
   * was not read.
   */
  public SignalPath path(AuditedProgram program) {
    if (supervision == Supervision.SUPERVISORD
        && launch.filter(it -> it.path() != SignalPath.REACHES).isPresent()) {
      return launch.get().path();
    }
    return signalsAll(program)
        ? SignalPath.REACHES
        : program.launch().map(Launch::path).orElse(SignalPath.REACHES);
  }

  /** True under a systemd that signals every process of the unit and waits for all of them. */
  public boolean signalsAll(AuditedProgram program) {
    return supervision == Supervision.SYSTEMD
        && program.children() == AuditedProgram.Signalled.GROUP;
  }

  /** What it needs from the pod; empty when there is no program to speak of. */
  public Optional<PodNeed> podNeed() {
    return stop.map(it -> PodNeed.of(this, it));
  }

  /** All programs, in stop order. */
  public List<AuditedProgram> programs() {
    return groups.stream().flatMap(List::stream).toList();
  }
}
