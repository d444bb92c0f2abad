package dev.sluice.health;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Answers what a test has set. */
final class FakeStatus implements WorkerStatus {
  private volatile Check started = Check.of();
  private volatile Check ready = Check.of();
  private volatile Check live = Check.of();
  volatile boolean broken;

  void set(String probe, Check.Item... items) {
    switch (probe) {
      case "started" -> started = Check.of(items);
      case "ready" -> ready = Check.of(items);
      default -> live = Check.of(items);
    }
  }

  @Override
  public Check started() {
    return started;
  }

  @Override
  public Check ready() {
    return ready;
  }

  @Override
  public Check live() {
    return live;
  }

  @Override
  public StatusReport status() {
    if (broken) {
      throw new IllegalStateException("no engine");
    }
    return new StatusReport(
        "flights",
        List.of(
            new StatusReport.Task(
                "load", Set.of(), Duration.ofMinutes(2), Optional.of(Duration.ofSeconds(15)))),
        Optional.of("w-0"),
        "running",
        Duration.ofMillis(1500),
        new StatusReport.Figures(Duration.ofSeconds(15), Duration.ofSeconds(35), 45),
        List.of(
            new StatusReport.Lane("flights-0", 3, "open", 1234, 5, 2, Optional.empty()),
            new StatusReport.Lane("flights-1", 1, "halted", 7, 0, 0, Optional.of("poison"))),
        List.of(new StatusReport.RunningTry("flights-0", Duration.ofMillis(250))),
        new StatusReport.Records(1, 2, 3, 6, 4, 5, 0),
        new StatusReport.Takeovers(6, 7),
        List.of("source away"));
  }
}
