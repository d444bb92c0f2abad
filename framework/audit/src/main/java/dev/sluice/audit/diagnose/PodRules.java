package dev.sluice.audit.diagnose;

import static dev.sluice.audit.diagnose.Reading.certain;
import static dev.sluice.audit.diagnose.Reading.likely;

import dev.sluice.audit.diagnose.PodRecord.ContainerRecord;
import dev.sluice.audit.diagnose.PodRecord.Given;
import dev.sluice.chain.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the cluster says of a pod and its containers. */
final class PodRules {
  private static final Duration SLACK = Duration.ofSeconds(2);
  private static final Duration HOUR = Duration.ofHours(1);

  static final List<Reading.Rule> ALL =
      List.of(
          PodRules::probe,
          PodRules::activeDeadline,
          PodRules::pressure,
          PodRules::grace,
          PodRules::exceeded,
          PodRules::nodeShutdown);

  private PodRules() {}

  private static Optional<Reading> probe(Case of) {
    return of.events.stream()
        .filter(event -> event.failedProbeOf().isPresent())
        .filter(event -> ofThisEnd(of, event))
        .findFirst()
        .map(
            event ->
                certain(
                    Layer.PROBE,
                    "the " + event.probe() + ": the kubelet restarted the container",
                    List.of(event.evidence())));
  }

  /** An event of an earlier restart says nothing of this end. */
  private static boolean ofThisEnd(Case of, ClusterEvent event) {
    Optional<Duration> before =
        event
            .time()
            .flatMap(
                time ->
                    of.container
                        .flatMap(ContainerRecord::finished)
                        .flatMap(end -> end.since(time)));
    return before
        .map(
            time ->
                time.compareTo(SLACK.negated()) >= 0
                    && time.compareTo(of.figures.grace().orElse(HOUR).plus(SLACK)) <= 0)
        .orElse(true);
  }

  private static Optional<Reading> activeDeadline(Case of) {
    return of.pod
        .flatMap(PodRecord::reason)
        .filter(reason -> reason.value().equals("DeadlineExceeded"))
        .map(Given::evidence)
        .or(
            () ->
                of.events.stream()
                    .filter(event -> event.reason().equals("DeadlineExceeded"))
                    .map(ClusterEvent::evidence)
                    .findFirst())
        .map(
            evidence ->
                certain(
                    Layer.ACTIVE_DEADLINE,
                    "activeDeadlineSeconds: Kubernetes ended it at that age",
                    List.of(evidence)));
  }

  private static Optional<Reading> pressure(Case of) {
    Optional<Evidence> said =
        of.pod
            .flatMap(PodRecord::reason)
            .filter(reason -> reason.value().equals("Evicted"))
            .map(Given::evidence)
            .or(
                () ->
                    of.events.stream()
                        .filter(event -> event.reason().equals("Evicted"))
                        .map(ClusterEvent::evidence)
                        .findFirst());
    boolean endedInTime = of.exit.map(exit -> !exit.killed()).orElse(false);
    return said.filter(evidence -> !endedInTime)
        .map(
            evidence ->
                certain(
                    Layer.NODE_PRESSURE,
                    "the kubelet's eviction under node pressure (a hard threshold gives no grace period)",
                    List.of(evidence)));
  }

  private static Optional<Reading> grace(Case of) {
    if (of.pod.isEmpty() || !of.killed() || outOfMemory(of) || !theContainersOwnEnd(of)) {
      return Optional.empty();
    }
    Optional<Given<Duration>> given = of.pod.get().deletionGrace();
    if (given.isEmpty() || of.pod.get().deletion().isEmpty()) {
      return Optional.empty();
    }
    Duration grace = given.get().value();
    Optional<Duration> own = of.pod.get().grace();
    boolean override = own.isPresent() && grace.compareTo(own.get()) < 0;
    Layer layer = override ? Layer.GRACE_OVERRIDE : Layer.POD_GRACE;
    String text =
        override
            ? "a grace period of "
                + seconds(grace)
                + " s given with the deletion, shorter than the pod's "
                + seconds(own.get())
                + " s (kubectl delete or drain --grace-period, or a controller)"
            : "the pod's grace period of " + seconds(grace) + " s";
    return judged(of, layer, text, grace, given.get().evidence());
  }

  private static Optional<Reading> judged(
      Case of, Layer layer, String text, Duration grace, Evidence given) {
    List<Evidence> evidence = new ArrayList<>(List.of(given));
    of.pod.flatMap(PodRecord::deletion).map(Given::evidence).ifPresent(evidence::add);
    of.container.map(ContainerRecord::evidence).ifPresent(evidence::add);
    Optional<Duration> had = of.pod.flatMap(pod -> of.container.flatMap(pod::had));
    if (had.isEmpty()) {
      return Optional.of(likely(layer, text, evidence));
    }
    if (had.get().minus(grace).abs().compareTo(SLACK) > 0) {
      return Optional.empty();
    }
    boolean nodeToo =
        of.figures
            .nodeLimit()
            .map(limit -> limit.minus(grace).abs().compareTo(SLACK) <= 0)
            .orElse(false);
    return Optional.of(nodeToo ? likely(layer, text, evidence) : certain(layer, text, evidence));
  }

  /** A program whose supervisor was still waiting ends with the container. */
  private static boolean theContainersOwnEnd(Case of) {
    return of.kind == Case.Kind.CONTAINER || of.supervisedAs(ProgramEnd.How.AWAITED);
  }

  private static boolean outOfMemory(Case of) {
    return of.container.map(ended -> ended.reason().equals("OOMKilled")).orElse(false);
  }

  private static Optional<Reading> exceeded(Case of) {
    return of.events.stream()
        .filter(event -> event.reason().equals("ExceededGracePeriod"))
        .findFirst()
        .map(
            event ->
                likely(
                    Layer.POD_GRACE,
                    "the pod's grace period"
                        + of.figures
                            .grace()
                            .map(grace -> " of " + seconds(grace) + " s")
                            .orElse(""),
                    List.of(event.evidence())));
  }

  private static Optional<Reading> nodeShutdown(Case of) {
    boolean endedInTime = of.exit.map(exit -> !exit.killed()).orElse(false);
    return of.pod
        .flatMap(PodRecord::reason)
        .filter(reason -> shutdown(reason))
        .filter(reason -> !endedInTime)
        .map(
            reason ->
                likely(
                    Layer.NODE_SHUTDOWN,
                    "the kubelet's shutdownGracePeriod for this pod's priority",
                    List.of(reason.evidence())));
  }

  private static boolean shutdown(Given<String> reason) {
    String text = reason.evidence().text().toLowerCase(Locale.ROOT);
    return reason.value().equals("NodeShutdown")
        || reason.value().equals("Shutdown")
        || (reason.value().equals("Terminated") && text.contains("node shutdown"));
  }

  private static long seconds(Duration time) {
    return Durations.ceilSeconds(time);
  }
}
