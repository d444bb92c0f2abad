package dev.sluice.audit.diagnose;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the cluster says of a pod.
 *
 * @param name with its namespace, where it has one
 * @param bareName without it, as events name it
 * @param node the node it ran on, if the cluster says so
 * @param grace the pod's own grace period
 * @param deletionGrace the one that its deletion was given
 * @param deletion when that is over
 * @param reason why the pod failed, for example {@code Evicted}
 * @param disruption why it was disrupted, for example {@code EvictionByEvictionAPI}
 * @param containers those that ended
 */
record PodRecord(
    String name,
    String bareName,
    Optional<String> node,
    Optional<Duration> grace,
    Optional<Given<Duration>> deletionGrace,
    Optional<Given<Moment>> deletion,
    Optional<Given<String>> reason,
    Optional<Given<String>> disruption,
    List<ContainerRecord> containers) {

  /**
   * A value with the place that gives it.
   *
   * @param value the value
   * @param evidence where it stands
   */
  record Given<T>(T value, Evidence evidence) {}

  /**
   * A container that ended.
   *
   * @param name its name
   * @param exit how
   * @param reason for example {@code OOMKilled} or {@code Error}
   * @param finished when
   * @param message its termination message
   * @param evidence where it stands
   */
  record ContainerRecord(
      String name,
      Optional<Exit> exit,
      String reason,
      Optional<Moment> finished,
      Optional<Line> message,
      Evidence evidence) {}

  PodRecord {
    containers = List.copyOf(containers);
  }

  /** How long a container had from the pod's deletion to its end; the cluster writes seconds. */
  Optional<Duration> had(ContainerRecord container) {
    return deletion.flatMap(
        end ->
            container
                .finished()
                .flatMap(finished -> finished.since(end.value()))
                .flatMap(beyond -> deletionGrace.map(grace -> grace.value().plus(beyond))));
  }
}
