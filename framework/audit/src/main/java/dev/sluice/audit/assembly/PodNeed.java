package dev.sluice.audit.assembly;

import dev.sluice.audit.model.Figure;
import dev.sluice.chain.Link;
import dev.sluice.chain.PodStop;
import dev.sluice.chain.PodSum;
import dev.sluice.chain.StopGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a container needs from the pod's grace period, against what it is given, as far as both are
 * known.
 *
 * @param parts what the need is the sum of, in seconds: preStop, the groups' waits or the work, and
 *     what supervisord takes; {@code ?} stands for what is not known
 * @param seconds the sum of what is known; {@link Figure#UNLIMITED} when a wait has no limit
 * @param atLeast true when a part is unknown, so that it needs more
 * @param given the smaller of the grace period and the node cap
 * @param givenAtMost true when the grace period is unknown, or the main containers use some of it
 *     first, so that it may be given less
 */
public record PodNeed(
    List<String> parts, long seconds, boolean atLeast, Link given, boolean givenAtMost) {
  private static final String UNKNOWN = "?";

  /** Copies the parts. */
  public PodNeed {
    parts = List.copyOf(parts);
  }

  static PodNeed of(AuditedContainer container, PodStop stop) {
    PodSum sum = stop.sum();
    List<String> parts = new ArrayList<>();
    boolean atLeast = container.preStop().value().isEmpty();
    parts.add(atLeast ? UNKNOWN : Figure.number(stop.preStop()));
    if (stop.supervised()) {
      stop.groups().forEach(group -> parts.add(wait(group)));
      parts.add(Long.toString(stop.groups().size() + 1L));
      atLeast = atLeast || stop.groups().stream().anyMatch(StopGroup::hasUnknownWait);
    } else {
      Optional<Need> need = container.programs().stream().findFirst().flatMap(AuditedProgram::need);
      parts.add(need.map(it -> Figure.number(it.seconds())).orElse(UNKNOWN));
      atLeast = atLeast || need.isEmpty();
    }
    return new PodNeed(
        parts,
        sum.needed(),
        atLeast,
        sum.given(),
        container.stopsAfterMain() || container.grace().value().isEmpty());
  }

  /** Whether there is room for all of it; empty when that can't be told. */
  public Optional<Boolean> fits() {
    if (seconds > given.seconds()) {
      return Optional.of(false);
    }
    return atLeast || givenAtMost ? Optional.empty() : Optional.of(true);
  }

  private static String wait(StopGroup group) {
    if (!group.hasUnknownWait()) {
      return Figure.number(group.longestWait());
    }
    return group.longestWait() == 0 ? UNKNOWN : "max(" + group.longestWait() + ", ?)";
  }
}
