package dev.sluice.audit.diagnose;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What well-known frameworks write when a time-out of their own cuts work during a stop. */
final class AppLog {

  /**
   * A time-out of the application.
   *
   * @param text which, and after how long
   * @param evidence the lines
   */
  record Cut(String text, List<Evidence> evidence) {
    Cut {
      evidence = List.copyOf(evidence);
    }
  }

  /**
   * A line that tells of one.
   *
   * @param first what it has
   * @param then what stands behind that
   * @param stopping whether it counts only after the begin of a stop
   * @param text the time-out and its setting
   */
  private record Timer(String first, String then, boolean stopping, String text) {
    boolean matches(String line) {
      int at = line.indexOf(first);
      return at >= 0 && line.indexOf(then, at + first.length()) >= 0;
    }
  }

  private record Said(Optional<Moment> time, Evidence evidence) {}

  private static final String SPRING =
      "Spring's own timer (spring.lifecycle.timeout-per-shutdown-phase) gave up waiting";

  private static final List<Timer> TIMERS =
      List.of(
          new Timer(
              "Terminating ",
              " busy threads",
              false,
              "Sidekiq's own timer (timeout, sidekiq -t) ended busy jobs"),
          new Timer("Graceful shutdown aborted with one or more", "", false, SPRING),
          new Timer("Shutdown phase ", " still running after timeout of ", false, SPRING),
          new Timer("Failed to shut down ", " within timeout of ", false, SPRING),
          new Timer(
              "WORKER TIMEOUT (pid:", "", true, "gunicorn's own timer (timeout) ended a worker"),
          new Timer(
              "was sent SIGKILL! Perhaps out of memory?",
              "",
              true,
              "gunicorn's own timer (graceful_timeout), or memory, ended a worker"),
          new Timer(
              "timeout graceful shutdown exceeded",
              "",
              false,
              "uvicorn's own timer (timeout_graceful_shutdown) cancelled requests"));

  private static final List<String> BEGINS = List.of("Shutting down", "Handling signal: term");

  private static final String SPRING_BEGINS = "Commencing graceful shutdown";

  private Optional<Said> began = Optional.empty();
  private Optional<Cut> cut = Optional.empty();

  /** Takes a line; false when it is none of these. */
  boolean read(Line line) {
    String text = line.text().strip();
    if (BEGINS.stream().anyMatch(text::endsWith) || text.contains(SPRING_BEGINS)) {
      began = Optional.of(said(line));
      cut = Optional.empty();
      return true;
    }
    for (Timer timer : TIMERS) {
      if (timer.matches(text) && (began.isPresent() || !timer.stopping())) {
        cut = cut.or(() -> Optional.of(cut(timer, said(line))));
        return true;
      }
    }
    return false;
  }

  /** The first time-out of the last stop. */
  Optional<Cut> cut() {
    return cut;
  }

  private Cut cut(Timer timer, Said now) {
    List<Evidence> evidence = new ArrayList<>();
    began.map(Said::evidence).ifPresent(evidence::add);
    evidence.add(now.evidence());
    String after =
        began
            .flatMap(Said::time)
            .flatMap(begin -> now.time().flatMap(time -> time.since(begin)))
            .filter(time -> !time.isNegative())
            .map(AppLog::after)
            .orElse("");
    return new Cut(timer.text() + after, evidence);
  }

  private static String after(Duration time) {
    return " " + Lasted.seconds(time) + " after the stop began";
  }

  private static Said said(Line line) {
    String text = line.text().startsWith("[") ? line.text().substring(1) : line.text();
    return new Said(
        line.stamp().or(() -> Moment.leading(text).map(Moment.Leading::moment)), line.evidence());
  }
}
