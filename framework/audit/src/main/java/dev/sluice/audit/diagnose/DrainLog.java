package dev.sluice.audit.diagnose;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a Sluice worker writes of its own stop: progress objects and the report. */
final class DrainLog {
  private static final String EVENT = "{\"event\":\"dra";
  private static final int MAX_CODE = 255;

  /**
   * A progress object.
   *
   * @param elapsed how long the stop had been going on
   * @param window the worker's own deadline
   * @param evidence the line
   */
  record Progress(Duration elapsed, Optional<Duration> window, Evidence evidence) {}

  /**
   * The report.
   *
   * @param pipeline its name
   * @param reason what began the stop
   * @param outcome clean, cut or forced
   * @param exitCode the code the process says it ends with
   * @param window the worker's own deadline
   * @param took how long all phases took
   * @param cutCalls calls that were ended from outside
   * @param needSpent whether the budget of the work was used up
   * @param evidence the line
   */
  record Report(
      String pipeline,
      String reason,
      String outcome,
      OptionalLong exitCode,
      Optional<Duration> window,
      Duration took,
      long cutCalls,
      boolean needSpent,
      Evidence evidence) {}

  private Optional<Progress> progress = Optional.empty();
  private Optional<Report> report = Optional.empty();

  /** Takes a line; false when it is none of a drain. */
  boolean read(Line line) {
    int start = line.text().indexOf(EVENT);
    if (start < 0) {
      return false;
    }
    Optional<JsonLine> json = JsonLine.read(line.text().substring(start));
    String event = json.flatMap(found -> found.text("event")).orElse("");
    Evidence evidence = Evidence.at(line.at(), line.text().substring(start));
    if (event.equals("draining")) {
      json.flatMap(found -> progress(found, evidence)).ifPresent(this::take);
      return true;
    }
    if (event.equals("drain-report")) {
      report = json.map(found -> report(found, evidence));
      return true;
    }
    return false;
  }

  /** The last progress object of the last stop. */
  Optional<Progress> progress() {
    return progress;
  }

  /** The last report. */
  Optional<Report> report() {
    return report;
  }

  private void take(Progress next) {
    boolean newStop = progress.isPresent() && next.elapsed.compareTo(progress.get().elapsed) < 0;
    if (newStop) {
      report = Optional.empty();
    }
    progress = Optional.of(next);
  }

  private static Optional<Progress> progress(JsonLine json, Evidence evidence) {
    Optional<Duration> window = millis(json, "windowMs");
    return millis(json, "elapsedMs").map(elapsed -> new Progress(elapsed, window, evidence));
  }

  private static Report report(JsonLine json, Evidence evidence) {
    List<Long> took = json.numbers("phases.tookMs");
    List<Long> budgets = json.numbers("phases.budgetMs");
    // Intake and drain come first and share one budget.
    boolean spent =
        took.size() >= 2 && !budgets.isEmpty() && took.get(0) + took.get(1) >= budgets.get(0);
    OptionalLong code = json.number("exitCode");
    return new Report(
        json.text("pipeline").orElse(""),
        json.text("reason").orElse(""),
        json.text("outcome").orElse(""),
        code.isPresent() && code.getAsLong() >= 0 && code.getAsLong() <= MAX_CODE
            ? code
            : OptionalLong.empty(),
        millis(json, "windowMs"),
        Duration.ofMillis(took.stream().mapToLong(Long::longValue).sum()),
        json.number("chunks.cut").orElse(0),
        spent,
        evidence);
  }

  private static Optional<Duration> millis(JsonLine json, String key) {
    OptionalLong found = json.number(key);
    boolean sane = found.isPresent() && found.getAsLong() >= 0 && found.getAsLong() < YEAR_MS;
    return sane ? Optional.of(Duration.ofMillis(found.getAsLong())) : Optional.empty();
  }

  private static final long YEAR_MS = Duration.ofDays(365).toMillis();
}
