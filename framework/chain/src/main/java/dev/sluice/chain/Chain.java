package dev.sluice.chain;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The shutdown chain of one worker. Figures named {@code ...Seconds} are for layers outside the
 * JVM: each input rounded up to whole seconds, then added. {@link #need()} and {@link #window()}
 * are the exact ones that the JVM enforces.
 *
 * @param spec what it is computed from
 */
public record Chain(ChainSpec spec) {

  /**
   * Computes the chain. Whether it fits is a finding, not an exception.
   *
   * @param spec complete declarations
   */
  public static Chain derive(ChainSpec spec) {
    return new Chain(spec);
  }

  /** The task whose need is the largest; the first by name of several. */
  public TaskLimit longestTask() {
    return spec.tasks().stream().reduce(Chain::longer).orElseThrow();
  }

  /** What a drain must be able to wait for: the largest need of all tasks. */
  public Duration need() {
    return longestTask().need();
  }

  /** The worker's own deadline: need + commit + close. */
  public Duration window() {
    return need().plus(spec.budget().commit()).plus(spec.budget().close());
  }

  /** {@link #need()} in whole seconds. */
  public long needSeconds() {
    return Durations.ceilSeconds(need());
  }

  /** need + commit + close, each rounded up. */
  public long windowSeconds() {
    return needSeconds() + commitSeconds() + closeSeconds();
  }

  /** window + margin: what a supervisor must wait for this program, were there one. */
  public long stopwaitSeconds() {
    return windowSeconds() + marginSeconds();
  }

  /**
   * What all of the supervisor's groups take one after the other; without a supervisor the same as
   * {@link #stopwaitSeconds()}.
   */
  public long waitsSeconds() {
    return spec.supervisor()
        .map(s -> Math.max(stopwaitSeconds(), s.ownGroupSeconds()) + s.otherGroupSeconds())
        .orElse(stopwaitSeconds());
  }

  /**
   * The derived grace period. A supervisor notices a death only at its poll of one second, so it
   * gets at least a second per group and one for itself.
   */
  public long graceSeconds() {
    return spec.supervisor()
        .map(s -> preStopSeconds() + waitsSeconds() + Math.max(marginSeconds(), s.groups() + 1L))
        .orElse(preStopSeconds() + windowSeconds() + marginSeconds());
  }

  /** The grace period the pod gets: a larger override where one is set, else the derived one. */
  public long podGraceSeconds() {
    return spec.graceOverride()
        .map(Duration::toSeconds)
        .map(fixed -> Math.max(fixed, graceSeconds()))
        .orElse(graceSeconds());
  }

  /** True when a supervisor stands between the pod and the worker. */
  public boolean supervised() {
    return spec.supervisor().isPresent();
  }

  /** True when nothing refuses the chain. */
  public boolean fits() {
    return findings().stream().noneMatch(Finding::refuses);
  }

  /** Everything there is to say about it, refusals first. */
  public List<Finding> findings() {
    return ChainFindings.of(this);
  }

  /**
   * The link that decides how long a stop can take: the smallest of the worker's own window and
   * what an override and the node leave after preStop.
   */
  public Link bindingLink() {
    Link own =
        new Link(
            "window", windowSeconds(), longestTask().decidingKey() + " of " + longestTask().name());
    return Stream.of(Optional.of(own), overrideLink(), nodeLink())
        .flatMap(Optional::stream)
        .min(Comparator.comparingLong(link -> leftFor(link, own)))
        .orElse(own);
  }

  Optional<Link> overrideLink() {
    return spec.graceOverride()
        .map(fixed -> new Link("grace", fixed.toSeconds(), "terminationGracePeriodSeconds"));
  }

  Optional<Link> nodeLink() {
    return spec.nodeCap().map(cap -> new Link("node cap", cap.seconds(), cap.origin()));
  }

  long commitSeconds() {
    return Durations.ceilSeconds(spec.budget().commit());
  }

  long closeSeconds() {
    return Durations.ceilSeconds(spec.budget().close());
  }

  long marginSeconds() {
    return Durations.ceilSeconds(spec.budget().margin());
  }

  long preStopSeconds() {
    return Durations.ceilSeconds(spec.budget().preStop());
  }

  // What a layer around the window leaves for it, so that the terms can be compared.
  private long leftFor(Link link, Link own) {
    return link.equals(own) ? own.seconds() : link.seconds() - (graceSeconds() - windowSeconds());
  }

  private static TaskLimit longer(TaskLimit a, TaskLimit b) {
    return b.need().compareTo(a.need()) > 0 ? b : a;
  }
}
