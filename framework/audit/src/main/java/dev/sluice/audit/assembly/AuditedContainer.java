package dev.sluice.audit.assembly;

import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.launch.Launch;
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

  /** All programs, in stop order. */
  public List<AuditedProgram> programs() {
    return groups.stream().flatMap(List::stream).toList();
  }
}
