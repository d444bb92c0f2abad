package dev.sluice.audit.diagnose;

import java.util.Optional;
import java.util.Set;

/**
 * An event of the cluster that can have to do with the end of a worker.
 *
 * @param kind of what: {@code pod} or {@code node}, in lower case; empty when not known
 * @param name of what; empty when not known
 * @param reason one word
 * @param message a sentence
 * @param time when it was seen last
 * @param evidence where it stands
 */
record ClusterEvent(
    String kind,
    String name,
    String reason,
    String message,
    Optional<Moment> time,
    Evidence evidence) {
  /** Reasons that say something of an end; all others are left out. */
  static final Set<String> REASONS =
      Set.of(
          "Killing",
          "Unhealthy",
          "Evicted",
          "Evict",
          "Preempting",
          "Preempted",
          "NodeShutdown",
          "NodeNotReady",
          "FailedPreStopHook",
          "ExceededGracePeriod",
          "OOMKilling",
          "SystemOOM",
          "TaintManagerEviction",
          "DeletingNode",
          "ScaleDown",
          "ScalingReplicaSet",
          "Disrupted",
          "DisruptionBlocked",
          "SuccessfulDelete",
          "SpotInterrupted",
          "DeadlineExceeded");

  ClusterEvent {
    message = message.strip();
  }

  static ClusterEvent of(
      String kind,
      String name,
      String reason,
      String message,
      Optional<Moment> time,
      Evidence place) {
    String object = name.isEmpty() ? "" : kind + "/" + name + ": ";
    return new ClusterEvent(
        kind,
        name,
        reason,
        message,
        time,
        new Evidence(place.at(), "event " + reason + ": " + object + message));
  }

  /** The container of a {@code Killing} event that a probe caused. */
  Optional<String> failedProbeOf() {
    return reason.equals("Killing") ? container("failed ", " probe") : Optional.empty();
  }

  /** Which probe failed: liveness or startup. */
  String probe() {
    return message.contains("startup probe") ? "startup probe" : "liveness probe";
  }

  /** Whether it names what ended a pod. */
  boolean ends() {
    return failedProbeOf().isPresent()
        || Set.of("Evicted", "ExceededGracePeriod", "DeadlineExceeded").contains(reason);
  }

  /** True when a stop begins with this. */
  boolean startsStop() {
    return switch (reason) {
      case "Killing" -> message.startsWith("Stopping container");
      case "Evicted",
          "Evict",
          "Preempting",
          "Preempted",
          "NodeShutdown",
          "TaintManagerEviction",
          "DeletingNode",
          "ScaleDown",
          "Disrupted",
          "SuccessfulDelete",
          "SpotInterrupted",
          "DeadlineExceeded" ->
          true;
      default -> false;
    };
  }

  private Optional<String> container(String word, String end) {
    String head = "Container ";
    int name = message.indexOf(' ', head.length());
    boolean fits =
        message.startsWith(head)
            && name > 0
            && message.startsWith(word, name + 1)
            && message.contains(end);
    return fits ? Optional.of(message.substring(head.length(), name)) : Optional.empty();
  }
}
