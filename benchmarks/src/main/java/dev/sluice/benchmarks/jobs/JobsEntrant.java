package dev.sluice.benchmarks.jobs;

import dev.sluice.benchmarks.contest.Contestant;
import dev.sluice.benchmarks.contest.Entrant;

/** Who takes part. */
enum JobsEntrant implements Entrant<JobsLap> {
  /** Sluice. */
  SLUICE("Sluice"),
  /** The yardstick. */
  HAND("hand-written loop"),
  /** The same with more in flight. */
  HAND_AHEAD("hand-written loop that claims ahead"),
  /** A peer. */
  DB_SCHEDULER("db-scheduler 16.0.0"),
  /** A peer. */
  JOBRUNR("JobRunr 8.0.0");

  private final String title;

  JobsEntrant(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public Class<JobsLap> orders() {
    return JobsLap.class;
  }

  @Override
  public Contestant<JobsLap> make() {
    return switch (this) {
      case SLUICE -> new SluiceJobs();
      case HAND -> new HandLoop(false);
      case HAND_AHEAD -> new HandLoop(true);
      case DB_SCHEDULER -> new DbScheduler();
      case JOBRUNR -> new JobRunrServer();
    };
  }
}
