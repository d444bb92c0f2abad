package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page about jobs shows is what happens. */
class JobsPageTest {
  private static final Path PAGE = Path.of("../../docs/sources/postgres-jobs.md");
  private static final Path EXAMPLE =
      Path.of("src/test/java/dev/sluice/postgres/OrderExample.java");

  private final JobsDatabase jobs = new JobsDatabase();

  private static List<String> blocks(String section, String language) throws IOException {
    String page = Files.readString(PAGE);
    int start = page.indexOf("\n## " + section + "\n");
    assertThat(start).isNotNegative();
    int end = page.indexOf("\n## ", start + 1);
    return Pattern.compile("(?s)```" + language + "\n(.*?)```")
        .matcher(page.substring(start, end))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  private static String squeezed(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  @Test
  void theStatementsThatEnqueueDoSo() throws Exception {
    jobs.withTable();
    List<String> statements = blocks("Enqueueing", "sql");
    assertThat(statements).hasSize(2);

    assertThat(jobs.column(statements.get(0))).hasSize(1);
    assertThat(jobs.column(statements.get(1))).as("the key is taken").isEmpty();

    jobs.run("UPDATE sluice_jobs SET state = 'done'");
    assertThat(jobs.column(statements.get(1))).hasSize(1);
    assertThat(jobs.count("available")).isEqualTo(1);
  }

  @Test
  void theExampleInJavaIsCompiledAndRuns() throws Exception {
    assertThat(squeezed(Files.readString(EXAMPLE)))
        .contains(squeezed(blocks("Enqueueing", "java").get(0)));
    jobs.withTable();
    jobs.run("CREATE TABLE orders (content bytea)");
    Vertx vertx = Vertx.vertx();
    try {
      result(
          new OrderExample()
              .placeOrder(
                  PgBuilder.pool().connectingTo(jobs.url()).using(vertx).build(),
                  Buffer.buffer("{}")));
    } finally {
      result(vertx.close());
    }
    assertThat(jobs.one("SELECT count(*) FROM orders")).isEqualTo("1");
    assertThat(jobs.one("SELECT kind || unique_key FROM sluice_jobs")).isEqualTo("mailorder-17");
  }

  @Test
  void indexesThatWereBuiltByHandAreFound() throws Exception {
    PreviousRelease.makeTable(jobs);
    TableName name = TableName.of("sluice_jobs");
    jobs.run(SqlScript.jobs().stepsSince(1, name).get(0));
    for (String build : blocks("Versions of the table", "sql").get(0).split(";\n", -1)) {
      if (!build.isBlank()) {
        jobs.run(build);
      }
    }
    String indexes = "SELECT indexrelid FROM pg_index ORDER BY 1 DESC LIMIT 30";
    String own =
        "SELECT indexdef FROM pg_indexes WHERE tablename = 'sluice_jobs' ORDER BY indexname";
    List<String> before = jobs.column(indexes);

    try (Claimant one = new Claimant(jobs.url()).createTable()) {
      result(one.opening());
    }

    assertThat(jobs.column(indexes)).isEqualTo(before);
    assertThat(jobs.column(own)).isEqualTo(new JobsDatabase().withTable().column(own));
  }
}
