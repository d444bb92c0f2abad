package dev.sluice.benchmarks.jobs;

import dev.sluice.benchmarks.contest.Course;
import dev.sluice.benchmarks.database.DatabaseAddress;
import dev.sluice.embedded.PostgresServer;
import java.util.Locale;

/** A server with a database for each contestant, which fills it itself and looks at the end. */
final class JobsCourse implements Course<JobsRace, JobsEntrant, JobsLap> {
  private final PostgresServer server;

  JobsCourse(PostgresServer server) {
    this.server = server;
  }

  @Override
  public void prepare(JobsRace race) {}

  @Override
  public JobsLap order(JobsRace race, JobsEntrant entrant) {
    String name = (race.id() + "_" + entrant.name()).toLowerCase(Locale.ROOT).replace('-', '_');
    return new JobsLap(DatabaseAddress.on(server, name), race.records(), race.batch());
  }

  @Override
  public String trouble(JobsRace race, JobsEntrant entrant, JobsLap order) {
    return "";
  }
}
