package dev.sluice.testkit.rehearsal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds what was measured against what is promised. Pure; not thread-safe. */
final class Judgement {
  private final String scenario;
  private final List<String> reasons = new ArrayList<>();
  private Optional<Verdict.Counts> counts = Optional.empty();
  private String stop = "";
  private Duration took = Duration.ZERO;
  private String measured = "";

  Judgement(String scenario) {
    this.scenario = scenario;
  }

  /** Says why the scenario fails, unless something holds. */
  Judgement expect(boolean holds, String otherwise) {
    if (!holds) {
      reasons.add(otherwise);
    }
    return this;
  }

  /**
   * Nothing may be lost, and no more may be done again than is allowed.
   *
   * @param lost see {@link Verdict.Counts}
   * @param again see {@link Verdict.Counts}
   * @param allowed see {@link Verdict.Counts}
   */
  Judgement counted(long lost, long again, long allowed) {
    counts = Optional.of(new Verdict.Counts(lost, again, allowed));
    expect(lost == 0, lost + " records are lost");
    return expect(
        again <= allowed,
        again + " times a record was worked on again, " + allowed + " are allowed");
  }

  /** The stop must end as expected, by itself, and its books must add up. */
  Judgement stopped(Ending ending, String expected) {
    stop = ending.outcome();
    took = ending.took();
    expect(!ending.halted(), "the deadline had to end the stop");
    expect(
        ending.outcome().equals(expected),
        "the stop's outcome is " + ending.outcome() + ", not " + expected);
    return expect(ending.unaccounted() == 0, ending.unaccounted() + " records are unaccounted for");
  }

  Judgement took(Duration time) {
    took = time;
    return this;
  }

  Judgement measured(String figures) {
    measured = figures;
    return this;
  }

  Verdict verdict() {
    Result result = reasons.isEmpty() ? Result.PASS : Result.FAIL;
    return new Verdict(scenario, result, counts, stop, took, measured, reasons);
  }
}
