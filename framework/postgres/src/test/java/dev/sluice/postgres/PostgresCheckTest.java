package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.cli.Surroundings;
import dev.sluice.cli.WorkerCli;
import dev.sluice.cli.WorkerSetup;
import dev.sluice.config.load.Providers;
import dev.sluice.embedded.process.FreePorts;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresCheckTest {
  private static final String TABLES = "SELECT tablename FROM pg_tables WHERE tablename ~ 'sluice'";

  @TempDir Path directory;

  private final JobsDatabase jobs = new JobsDatabase();
  private final StringWriter out = new StringWriter();

  private int check(String url, boolean createTable, String startup) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("pipeline.yaml"),
            """
            apiVersion: sluice.dev/v1
            pipeline:
              name: test
              handler: work
              source: { postgresJobs: { url: "%1$s" } }
              deadLetter: { postgres: { url: "%1$s", createTable: %2$s } }
            services: { postgres: { main: { url: "%1$s" } } }
            startup: %3$s
            """
                .formatted(url, createTable, startup));
    Handlers.Named<String> handler =
        Handlers.named(
            "work",
            Decoder.string(),
            services ->
                ChunkHandler.of(
                    TaskLimits.limit(Duration.ofSeconds(10)),
                    (chunk, context) -> Future.succeededFuture(Outcome.DONE)));
    Surroundings surroundings =
        new Surroundings(
            Map.of(),
            Providers::onClassPath,
            List::of,
            () -> {
              throw new AssertionError("nothing is run");
            },
            new PrintWriter(out, true),
            new PrintWriter(out, true));
    return new WorkerCli(
            new WorkerSetup(List.of(handler), Optional.empty(), Optional.empty()), surroundings)
        .execute("check", "-c", file.toString());
  }

  @Test
  void whatIsThereIsOkAndNothingIsClaimedOrMade() throws Exception {
    jobs.withTable();
    jobs.enqueue(0, 3);

    assertThat(check(jobs.url(), true, "20s")).isZero();

    assertThat(out.toString())
        .containsPattern("ok +services.postgres.main +answers")
        .containsPattern("ok +pipeline.deadLetter.postgres +.*there is no .* yet; a run makes it")
        .containsPattern("ok +pipeline.source.postgresJobs +.*sluice_jobs may be used");
    assertThat(jobs.column("SELECT DISTINCT state FROM sluice_jobs")).containsExactly("available");
    assertThat(jobs.column(TABLES)).containsExactly("sluice_jobs");
  }

  @Test
  void aTableThatIsMissingFailsWithTheStatementsThatMakeIt() throws Exception {
    assertThat(check(jobs.url(), false, "20s")).isEqualTo(2);

    assertThat(out.toString())
        .containsPattern("ok +services.postgres.main +answers")
        .containsPattern("failed +pipeline.deadLetter.postgres +.*there is no such table")
        .containsPattern("failed +pipeline.source.postgresJobs +.*there is no such table")
        .contains(
            "Fix: set pipeline.source.postgresJobs.createTable: true, or run", "CREATE TABLE");
    assertThat(jobs.column(TABLES)).isEmpty();
  }

  @Test
  void aServerThatIsNotThereIsWaitedForNoLongerThanStartup() throws Exception {
    String nobody = jobs.url().replaceFirst("@[^/]+/", "@127.0.0.1:" + FreePorts.next() + "/");
    long since = System.nanoTime();

    assertThat(check(nobody, true, "1s")).isEqualTo(2);

    assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(6));
    assertThat(out.toString())
        .containsPattern("failed +services.postgres.main +.*no Postgres answered at")
        .containsPattern("failed +pipeline.deadLetter.postgres +.*no Postgres answered at")
        .containsPattern("failed +pipeline.source.postgresJobs +.*no Postgres answered at");
  }
}
