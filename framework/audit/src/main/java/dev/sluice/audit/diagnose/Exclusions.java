package dev.sluice.audit.diagnose;

import dev.sluice.chain.CutFingerprint.Candidate;
import dev.sluice.chain.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the evidence excludes, with figures. */
final class Exclusions {
  private static final Duration SLACK = Duration.ofSeconds(2);

  private Exclusions() {}

  static List<String> of(Case of, Layer named) {
    List<String> all = new ArrayList<>();
    if (named.isOwnEnd()) {
      all.add("every layer's SIGKILL: the process was not killed");
      return all;
    }
    if (named == Layer.APPLICATION_TIMER && of.exit.isPresent()) {
      all.add("every layer's SIGKILL: the process was not killed");
    }
    of.lasted().ifPresent(lasted -> byTime(of, named, lasted, all));
    if (of.supervisedAs(ProgramEnd.How.EXITED)) {
      all.add("every stop time-out: supervisord had not asked it to stop");
    } else if (of.stopAsked()) {
      all.add("a crash before the stop");
    }
    if (of.supervisedAs(ProgramEnd.How.KILLED)) {
      all.add("memory: supervisord sent this SIGKILL itself");
    }
    of.container
        .map(PodRecord.ContainerRecord::reason)
        .filter(reason -> !reason.isEmpty() && !reason.equals("OOMKilled"))
        .filter(reason -> of.kind == Case.Kind.CONTAINER && named != Layer.MEMORY)
        .ifPresent(
            reason -> all.add("memory of its main process: the container's reason is " + reason));
    of.containerExit
        .filter(exit -> !exit.killed() && of.kind != Case.Kind.CONTAINER)
        .ifPresent(
            exit ->
                all.add(
                    "the pod's grace period and the node: they kill the container too, and it ended with "
                        + exit));
    return all;
  }

  private static void byTime(Case of, Layer named, Lasted lasted, List<String> all) {
    for (Candidate candidate : of.figures.fingerprint(of.programName()).candidates()) {
      boolean other = FingerprintRule.layer(candidate) != named;
      boolean relevant = other && FingerprintRule.plausible(of, candidate);
      if (relevant && candidate.after().compareTo(lasted.most().plus(SLACK)) > 0) {
        all.add(
            name(candidate)
                + ": "
                + seconds(candidate.after().minus(lasted.most()))
                + " were left)");
      } else if (relevant && candidate.after().compareTo(lasted.least().minus(SLACK)) < 0) {
        all.add(name(candidate) + ": the stop had lasted " + lasted.text() + ")");
      }
    }
  }

  /** {@code the pod's grace period (300 s}: the caller closes the bracket. */
  private static String name(Candidate candidate) {
    String figure = Durations.ceilSeconds(candidate.figure()) + " s";
    String words = candidate.known().orElse(candidate.layer().words());
    int comma = words.lastIndexOf(", ");
    return (comma > 0 ? words.substring(0, comma) : words) + " (" + figure;
  }

  private static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.0f s", time.toMillis() / 1000.0);
  }
}
