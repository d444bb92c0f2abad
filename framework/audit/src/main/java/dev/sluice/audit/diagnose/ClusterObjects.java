package dev.sluice.audit.diagnose;

import dev.sluice.audit.diagnose.PodRecord.ContainerRecord;
import dev.sluice.audit.diagnose.PodRecord.Given;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.Tree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Pods and events as {@code kubectl get -o json} or {@code -o yaml} prints them, lists too. */
final class ClusterObjects {
  private static final long MOST_SECONDS = Duration.ofDays(365).toSeconds();
  private static final int LISTS = 4;
  private static final int MOST = 20_000;

  private final List<PodRecord> pods = new ArrayList<>();
  private final List<ClusterEvent> events = new ArrayList<>();
  private boolean leftOut;

  /** Takes a document; what is neither a pod nor an event is left out. */
  void read(Tree tree) {
    read(tree, 0);
  }

  List<PodRecord> pods() {
    return List.copyOf(pods);
  }

  List<ClusterEvent> events() {
    return List.copyOf(events);
  }

  /** Whether there were more pods or events than are kept. */
  boolean leftOut() {
    return leftOut;
  }

  private void read(Tree tree, int depth) {
    String kind = tree.text("kind").orElse("");
    if (kind.endsWith("List") && depth < LISTS) {
      tree.sequence("items").stream()
          .flatMap(Sequence::mappings)
          .forEach(item -> read(item, depth + 1));
    } else if (kind.equals("Pod")) {
      if (room(pods)) {
        pods.add(pod(tree));
      }
    } else if (kind.equals("Event")) {
      event(tree).filter(event -> room(events)).ifPresent(events::add);
    }
  }

  private boolean room(List<?> taken) {
    leftOut |= taken.size() >= MOST;
    return taken.size() < MOST;
  }

  private static PodRecord pod(Tree pod) {
    String bare = pod.text("metadata", "name").orElse("?");
    String name = pod.text("metadata", "namespace").map(space -> space + "/" + bare).orElse(bare);
    return new PodRecord(
        name,
        bare,
        pod.text("spec", "nodeName"),
        seconds(pod.scalar("spec", "terminationGracePeriodSeconds")),
        pod.scalar("metadata", "deletionGracePeriodSeconds")
            .flatMap(
                at ->
                    seconds(Optional.of(at))
                        .map(time -> given(time, at, "deletionGracePeriodSeconds"))),
        pod.scalar("metadata", "deletionTimestamp")
            .flatMap(at -> Moment.of(at.text()).map(time -> given(time, at, "deletionTimestamp"))),
        pod.scalar("status", "reason")
            .map(
                at ->
                    new Given<>(
                        at.text(),
                        Evidence.at(
                            at.at(),
                            "status.reason "
                                + at.text()
                                + pod.text("status", "message")
                                    .map(text -> ": " + text)
                                    .orElse("")))),
        disruption(pod),
        Stream.of("initContainerStatuses", "containerStatuses")
            .flatMap(key -> pod.sequence("status", key).stream())
            .flatMap(Sequence::mappings)
            .flatMap(status -> container(status).stream())
            .toList());
  }

  private static Optional<Given<String>> disruption(Tree pod) {
    return pod.sequence("status", "conditions").stream()
        .flatMap(Sequence::mappings)
        .filter(condition -> condition.text("type").orElse("").equals("DisruptionTarget"))
        .filter(condition -> condition.text("status").orElse("").equalsIgnoreCase("true"))
        .flatMap(condition -> condition.scalar("reason").stream())
        .map(
            reason ->
                new Given<>(
                    reason.text(), Evidence.at(reason.at(), "DisruptionTarget " + reason.text())))
        .findFirst();
  }

  private static Optional<ContainerRecord> container(Mapping status) {
    String name = status.text("name").orElse("?");
    return status
        .mapping("state", "terminated")
        .or(() -> status.mapping("lastState", "terminated"))
        .map(ended -> ended(name, ended));
  }

  private static ContainerRecord ended(String name, Mapping ended) {
    Optional<Exit> exit =
        ended
            .text("exitCode")
            .map(Exit::number)
            .filter(code -> code.isPresent())
            .map(code -> Exit.code(code.getAsInt()));
    String reason = ended.text("reason").orElse("");
    String at = ended.text("finishedAt").map(time -> ", finished " + time).orElse("");
    String words =
        "container "
            + name
            + ": "
            + exit.map(Exit::toString).orElse("no exit code")
            + (reason.isEmpty() ? "" : ", reason " + reason)
            + at;
    return new ContainerRecord(
        name,
        exit,
        reason,
        ended.text("finishedAt").flatMap(Moment::of),
        ended.scalar("message").map(text -> new Line(text.at(), Optional.empty(), text.text())),
        Evidence.at(ended.scalar("exitCode").map(Scalar::at).orElse(ended.at()), words));
  }

  private static Optional<ClusterEvent> event(Tree event) {
    String reason = event.text("reason").orElse("");
    if (!ClusterEvent.REASONS.contains(reason)) {
      return Optional.empty();
    }
    Optional<Mapping> object = event.mapping("involvedObject").or(() -> event.mapping("regarding"));
    Optional<Moment> time =
        Stream.of("lastTimestamp", "deprecatedLastTimestamp", "eventTime", "firstTimestamp")
            .flatMap(key -> event.text(key).stream())
            .flatMap(text -> Moment.of(text).stream())
            .findFirst();
    return Optional.of(
        ClusterEvent.of(
            object.flatMap(of -> of.text("kind")).orElse("").toLowerCase(Locale.ROOT),
            object.flatMap(of -> of.text("name")).orElse(""),
            reason,
            event.text("message").or(() -> event.text("note")).orElse(""),
            time,
            Evidence.at(event.scalar("reason").map(Scalar::at).orElse(event.at()), "")));
  }

  private static <T> Given<T> given(T value, Scalar at, String key) {
    return new Given<>(value, Evidence.at(at.at(), key + " " + at.text()));
  }

  private static Optional<Duration> seconds(Optional<Scalar> scalar) {
    try {
      return scalar
          .map(found -> Long.parseLong(found.text()))
          .filter(number -> number >= 0 && number <= MOST_SECONDS)
          .map(Duration::ofSeconds);
    } catch (NumberFormatException e) {
      return Optional.empty(); // a figure that is none is not known
    }
  }
}
