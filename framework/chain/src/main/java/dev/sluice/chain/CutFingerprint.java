package dev.sluice.chain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which layer ended a worker in the middle of its stop, told from how long the stop had been going
 * on: each layer waits its own time, and the defaults are well known. A guess by nature: two layers
 * may wait equally long.
 *
 * @param window the worker's own deadline, zero if unknown or absent
 * @param grace the pod's grace period, zero if unknown
 * @param preStop what is spent of the grace period before the signal
 * @param stopwait the supervisor's wait, zero if unknown or absent
 * @param nodeLimit what the nodes' drainer waits, zero if unknown
 */
public record CutFingerprint(
    Duration window, Duration grace, Duration preStop, Duration stopwait, Duration nodeLimit) {

  private static final Duration SLACK = Duration.ofMillis(500);

  /** What can end a stop. */
  public enum Layer {
    /** What starts and stops programs inside a container. */
    SUPERVISOR("the supervisor's wait"),
    /** Kubernetes' grace period. */
    POD("the pod's grace period"),
    /** What drains nodes. */
    NODE("the node's limit"),
    /** The worker's own deadline. */
    WORKER("its own window"),
    /** systemd's time to stop. */
    SYSTEMD("systemd's time to stop");

    private final String words;

    Layer(String words) {
      this.words = words;
    }

    /** As messages name it: {@code the pod's grace period}. */
    public String words() {
      return words;
    }
  }

  /**
   * A layer that may have ended the stop.
   *
   * @param layer which
   * @param figure how long it waits
   * @param after how long after the signal that ends
   * @param known the words for a default that is well known; empty for a figure that was declared
   */
  public record Candidate(Layer layer, Duration figure, Duration after, Optional<String> known) {
    /** The layer with its figure: {@code the pod's grace period of 60 s}. */
    public String text() {
      return known.orElseGet(() -> layer.words() + " of " + Durations.ceilSeconds(figure) + " s");
    }
  }

  /**
   * Names the layer that waits as long as the stop had lasted.
   *
   * @param elapsed how long the stop had been going on when that was last written down
   * @param every how often it is written down: the end came at most that much later
   * @return the layer with its figure, empty when none waits that long
   */
  public Optional<String> layer(Duration elapsed, Duration every) {
    // What was declared comes first and wins over the default of another layer that waits as long.
    return possible(elapsed, elapsed.plus(every)).stream()
        .min(Comparator.comparing(candidate -> candidate.after.minus(elapsed).abs()))
        .map(Candidate::text);
  }

  /**
   * All layers that may have ended a stop, what was declared first.
   *
   * @param earliest how long the stop had lasted at least
   * @param latest how long it can have lasted at most
   */
  public List<Candidate> possible(Duration earliest, Duration latest) {
    return candidates().stream()
        .filter(candidate -> candidate.after.compareTo(earliest.minus(SLACK)) >= 0)
        .filter(candidate -> candidate.after.compareTo(latest.plus(SLACK)) <= 0)
        .toList();
  }

  /**
   * All layers whose figure is declared, or well known where it is not; the declared ones first.
   */
  public List<Candidate> candidates() {
    List<Candidate> all = new ArrayList<>();
    declared(all, Layer.SUPERVISOR, stopwait, Duration.ZERO);
    declared(all, Layer.POD, grace, preStop);
    declared(all, Layer.NODE, nodeLimit, preStop);
    declared(all, Layer.WORKER, window, Duration.ZERO);
    // Of a layer whose figure is declared the default does not hold.
    if (stopwait.isZero()) {
      all.add(wellKnown(Layer.SUPERVISOR, 10, Duration.ZERO, "supervisord's default, 10 s"));
    }
    if (grace.isZero()) {
      all.add(wellKnown(Layer.POD, 30, preStop, "the default grace period of Kubernetes, 30 s"));
    }
    all.add(wellKnown(Layer.SYSTEMD, 90, Duration.ZERO, "systemd's default, 90 s"));
    return List.copyOf(all);
  }

  private static Candidate wellKnown(Layer layer, long seconds, Duration before, String words) {
    Duration figure = Duration.ofSeconds(seconds);
    return new Candidate(layer, figure, figure.minus(before), Optional.of(words));
  }

  private static void declared(List<Candidate> all, Layer layer, Duration figure, Duration before) {
    if (!figure.isZero()) {
      all.add(new Candidate(layer, figure, figure.minus(before), Optional.empty()));
    }
  }
}
