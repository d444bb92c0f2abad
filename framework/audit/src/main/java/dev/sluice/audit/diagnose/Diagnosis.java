package dev.sluice.audit.diagnose;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * What ended the workers that a set of logs, events and exit codes tells of. Pure: reads no file
 * and asks no clock.
 *
 * @param verdicts one for each worker, those that were ended first
 * @param problems what could not be read
 */
public record Diagnosis(List<Verdict> verdicts, List<Problem> problems) {

  /** Copies the lists. */
  public Diagnosis {
    verdicts = List.copyOf(verdicts);
    problems = List.copyOf(problems);
  }

  /**
   * Reads the files and judges each worker. Linear in their length.
   *
   * @param files what was collected; logs, events and objects may be mixed
   * @param figures the chain as far as it is known
   * @param exitCode of the worker's process, if the user knows it
   * @param containerExitCode of the container's main process, if the user knows it
   */
  public static Diagnosis of(
      List<SourceText> files,
      KnownFigures figures,
      OptionalInt exitCode,
      OptionalInt containerExitCode) {
    Trail trail = new Trail();
    files.forEach(trail::read);
    if (trail.objects.leftOut()) {
      trail.problems.add(told("more pods or events than are judged at once: give fewer"));
    }
    List<Case> cases = new Cases(trail, figures).of(exitCode, containerExitCode);
    List<Verdict> verdicts =
        cases.stream()
            .map(Judge::verdict)
            .sorted(Comparator.comparing(verdict -> verdict.layer() == Layer.NOTHING))
            .toList();
    return new Diagnosis(verdicts, trail.problems);
  }

  /** True when each worker has a layer that is certain or likely. */
  public boolean allNamed() {
    return !verdicts.isEmpty()
        && verdicts.stream().noneMatch(verdict -> verdict.certainty() == Certainty.OPEN);
  }

  /** A problem with what the user said. */
  static Problem told(String message) {
    return new Problem(new Position("command line", 1, 1), message);
  }
}
