package dev.sluice.benchmarks.jobs;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.contest.Contest;
import dev.sluice.benchmarks.contest.ContestFigures;
import dev.sluice.benchmarks.contest.Length;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import java.util.List;

/** The races over a database. */
public final class JobsBench {
  private JobsBench() {}

  /** The names of all races. */
  public static List<String> names() {
    return JobsRace.ALL.stream().map(JobsRace::id).toList();
  }

  /**
   * Runs races on a server of their own. Blocks.
   *
   * @param names of races
   */
  public static ContestFigures run(List<String> names, Length length, Machine machine)
      throws Exception {
    List<JobsRace> races =
        JobsRace.ALL.stream()
            .filter(race -> names.contains(race.id()))
            .map(race -> race.shorter(length))
            .toList();
    EmbeddedPostgres server =
        EmbeddedPostgres.temporary(
            PostgresOptions.durable().withSetting("shared_buffers", "512MB"));
    server.start();
    try {
      return Contest.run(races, length, machine, new JobsCourse(server));
    } finally {
      server.stop();
    }
  }
}
