package dev.sluice.benchmarks.jobs;

import dev.sluice.benchmarks.contest.Length;
import dev.sluice.benchmarks.contest.Race;
import java.util.List;
import java.util.Optional;

/**
 * One comparison.
 *
 * @param id names it on the command line and in the results
 * @param title what is compared, in a few words
 * @param records how many jobs
 * @param batch how many are claimed at once by those who can be told
 * @param rounds how often everybody runs, after the laps that warm up
 * @param target what Sluice is to reach of the yardstick
 */
record JobsRace(String id, String title, int records, int batch, int rounds, double target)
    implements Race<JobsEntrant> {

  static final List<JobsRace> ALL =
      List.of(new JobsRace("jobs-noop", "jobs that do nothing", 20_000, 500, 9, 0.9));

  @Override
  public String unit() {
    return "jobs";
  }

  @Override
  public int warmUps() {
    return Math.min(rounds, 3);
  }

  @Override
  public List<JobsEntrant> entrants() {
    return List.of(JobsEntrant.values());
  }

  @Override
  public Optional<JobsEntrant> yardstick() {
    return Optional.of(JobsEntrant.HAND);
  }

  @Override
  public String settings() {
    return "batches of " + batch;
  }

  /** The same with fewer records and rounds. */
  JobsRace shorter(Length length) {
    return new JobsRace(id, title, length.records(records), batch, length.rounds(rounds), target);
  }
}
