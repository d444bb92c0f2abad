package dev.sluice.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a pod of any configuration stops, also one that this project did not write. From {@link
 * StopUnit#UNLIMITED} on a figure stands for no limit, and stays that whatever is taken from it or
 * added to it.
 *
 * @param grace {@code terminationGracePeriodSeconds}; empty when unset
 * @param preStop what the container's own preStop hook takes, in seconds
 * @param nodeCap how long the nodes' drainer waits, if known
 * @param supervised whether a supervisor runs the programs; without one there is exactly one group
 *     of one program
 * @param groups in the order in which they are stopped
 */
public record PodStop(
    OptionalLong grace,
    long preStop,
    Optional<NodeCap> nodeCap,
    boolean supervised,
    List<StopGroup> groups) {
  /** Kubernetes' grace period where none is set, in seconds. */
  public static final long KUBERNETES_DEFAULT = 30;

  /**
   * Copies the groups.
   *
   * @throws InvalidDeclaration if there is no group, or several programs without a supervisor
   */
  public PodStop {
    Objects.requireNonNull(grace, "grace");
    Objects.requireNonNull(nodeCap, "nodeCap");
    groups = List.copyOf(groups);
    if (groups.isEmpty()) {
      throw new InvalidDeclaration("a pod without a program has no window");
    }
    if (!supervised && (groups.size() > 1 || groups.get(0).programs().size() > 1)) {
      throw new InvalidDeclaration("several programs in one container need a supervisor");
    }
  }

  /** A container whose main process is the program itself. */
  public static PodStop direct(
      OptionalLong grace, long preStop, Optional<NodeCap> nodeCap, StopProgram program) {
    return new PodStop(
        grace, preStop, nodeCap, false, List.of(new StopGroup(program.name(), List.of(program))));
  }

  /** The real window of each program, in stop order. */
  public List<RealWindow> windows() {
    List<RealWindow> windows = new ArrayList<>();
    long before = 0;
    for (StopGroup group : groups) {
      for (StopProgram program : group.programs()) {
        windows.add(new RealWindow(program, terms(program, before)));
      }
      before = Math.min(StopUnit.UNLIMITED, before + group.longestWait() + 1);
    }
    return List.copyOf(windows);
  }

  /** What the pod as a whole needs, against what it is given: the second, separate check. */
  public PodSum sum() {
    long inside =
        supervised
            ? groups.stream().mapToLong(StopGroup::longestWait).sum() + groups.size() + 1
            : groups.get(0).programs().get(0).needed();
    List<Link> layers = new ArrayList<>(List.of(graceLink(0)));
    nodeCap.ifPresent(cap -> layers.add(nodeLink(cap, 0)));
    return new PodSum(Math.min(StopUnit.UNLIMITED, preStop + inside), RealWindow.smallest(layers));
  }

  private List<Link> terms(StopProgram program, long before) {
    List<Link> terms = new ArrayList<>();
    if (supervised && program.waitIsKnown()) {
      terms.add(program.waitLink());
    }
    terms.add(graceLink(preStop + before));
    nodeCap.ifPresent(cap -> terms.add(nodeLink(cap, preStop + before)));
    terms.addAll(program.timers());
    return List.copyOf(terms);
  }

  private Link graceLink(long spent) {
    String set = grace.isPresent() ? "" : " not set";
    return left(
        "terminationGracePeriodSeconds" + set,
        grace.orElse(KUBERNETES_DEFAULT),
        grace.isPresent() ? "the pod" : "Kubernetes' default",
        spent);
  }

  private static Link nodeLink(NodeCap cap, long spent) {
    return left("node cap", cap.seconds(), cap.origin(), spent);
  }

  private static Link left(String layer, long seconds, String origin, long spent) {
    if (seconds >= StopUnit.UNLIMITED) {
      return new Link(layer, StopUnit.UNLIMITED, origin);
    }
    String before =
        spent == 0
            ? ""
            : spent >= StopUnit.UNLIMITED
                ? ", a wait before it has no limit"
                : ", " + seconds + " less " + spent + " spent before";
    return new Link(layer, Math.max(0, seconds - spent), origin + before);
  }
}
