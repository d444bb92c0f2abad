package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsTest {
  private static final PostgresServer SERVER = EmbeddedPostgres.shared();
  private static final AtomicInteger SERIAL = new AtomicInteger();

  @TempDir Path root;
  private Vertx vertx;
  private Pool pool;

  @BeforeEach
  void makeADatabase() {
    vertx = Vertx.vertx();
    String url = SERVER.createDatabase("migrations_" + SERIAL.incrementAndGet());
    pool =
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(8))
            .connectingTo(url)
            .using(vertx)
            .build();
  }

  @AfterEach
  void close() throws Exception {
    result(pool.close());
    result(vertx.close());
  }

  @Test
  void runsEveryFileOnceInTheOrderOfTheNumbers() throws Exception {
    write("V2__fill.sql", "INSERT INTO t VALUES ('two')");
    write("V10__more.sql", "INSERT INTO t VALUES ('ten'); INSERT INTO t VALUES ('eleven')");
    write("V1__make.sql", "CREATE TABLE t (word text, at serial)");

    apply();
    apply();

    assertThat(strings("SELECT word FROM t ORDER BY at")).containsExactly("two", "ten", "eleven");
    assertThat(strings("SELECT file FROM sluice_migrations ORDER BY version"))
        .containsExactly("V1__make.sql", "V2__fill.sql", "V10__more.sql");
  }

  @Test
  void runsWhatWasAddedLater() throws Exception {
    write("V1__make.sql", "CREATE TABLE t (word text)");
    apply();
    write("V2__fill.sql", "INSERT INTO t VALUES ('two')");

    apply();

    assertThat(strings("SELECT word FROM t")).containsExactly("two");
  }

  @Test
  void runsEveryFileOnceThoughManyStartAtOnce() throws Exception {
    write("V1__make.sql", "CREATE TABLE t (word text)");
    write("V2__fill.sql", "INSERT INTO t VALUES ('two')");
    write("V3__fill.sql", "INSERT INTO t VALUES ('three')");

    result(Future.all(IntStream.range(0, 8).mapToObj(i -> migrations().apply(pool)).toList()));

    assertThat(strings("SELECT word FROM t")).containsExactlyInAnyOrder("two", "three");
  }

  @Test
  void keepsSetsApart() throws Exception {
    write("V1__make.sql", "CREATE TABLE t (word text)");
    Files.createDirectories(root.resolve("db/other"));
    Files.writeString(root.resolve("db/other/V1__make.sql"), "CREATE TABLE u (word text)");
    apply();

    result(Migrations.in(loader(), "db/other").apply(pool));

    assertThat(strings("SELECT word FROM t UNION SELECT word FROM u")).isEmpty();
  }

  @Test
  void refusesAFileThatWasChangedAfterItRan() throws Exception {
    write("V1__make.sql", "CREATE TABLE t (word text)");
    apply();
    write("V1__make.sql", "CREATE TABLE t (word text, more text)");

    assertThat(failure(migrations().apply(pool)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("db/things/V1__make.sql was changed")
        .hasMessageContaining("Fix: ");
  }

  @Test
  void takesOtherLineEndsForTheSameContent() throws Exception {
    write("V1__make.sql", "CREATE TABLE t\n(word text)\n");
    apply();
    write("V1__make.sql", "CREATE TABLE t\r\n(word text)\r\n");

    apply();
  }

  @Test
  void refusesToGoOnWhenAFileThatRanIsMissing() throws Exception {
    write("V1__make.sql", "CREATE TABLE t (word text)");
    write("V2__fill.sql", "INSERT INTO t VALUES ('two')");
    apply();
    Files.delete(root.resolve("db/things/V2__fill.sql"));

    assertThat(failure(migrations().apply(pool)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("db/things/V2__fill.sql")
        .hasMessageContaining("missing");
  }

  @Test
  void refusesANewFileWithALowerNumberThanOneThatRan() throws Exception {
    write("V5__make.sql", "CREATE TABLE t (word text)");
    apply();
    write("V4__late.sql", "INSERT INTO t VALUES ('four')");

    assertThat(failure(migrations().apply(pool)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("db/things/V4__late.sql")
        .hasMessageContaining("number 6");
    assertThat(strings("SELECT word FROM t")).isEmpty();
  }

  @Test
  void undoesAFileThatFailsAndNamesTheLine() throws Exception {
    write("V1__make.sql", "CREATE TABLE t (word text)");
    write("V2__fill.sql", "INSERT INTO t VALUES ('two');\n\nINSERT INTO nowhere VALUES (1);\n");

    assertThat(failure(migrations().apply(pool)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("db/things/V2__fill.sql, line 3")
        .hasMessageContaining("nowhere");
    assertThat(strings("SELECT word FROM t")).isEmpty();

    write("V2__fill.sql", "INSERT INTO t VALUES ('two')");
    apply();
    assertThat(strings("SELECT word FROM t")).containsExactly("two");
  }

  @Test
  void readsFilesOfAJar() throws Exception {
    Path jar = root.resolve("a.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("db/things/"));
      zip.putNextEntry(new ZipEntry("db/things/V1__make.sql"));
      zip.write("CREATE TABLE t AS SELECT 'jar' AS word".getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("db/things/deeper/V2__not_this.sql"));
      zip.write("nonsense".getBytes(StandardCharsets.UTF_8));
    }
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      result(Migrations.in(loader, "db/things").apply(pool));
    }

    assertThat(strings("SELECT word FROM t")).containsExactly("jar");
  }

  @Test
  void refusesNamesOfAnotherForm() throws Exception {
    write("v1-make.sql", "");

    assertThatThrownBy(this::migrations)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("db/things/v1-make.sql")
        .hasMessageContaining("V7__what_it_does.sql");
  }

  @Test
  void refusesANumberGivenTwice() throws Exception {
    write("V1__a.sql", "");
    write("V1__b.sql", "");

    assertThatThrownBy(this::migrations)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("V1__a.sql")
        .hasMessageContaining("V1__b.sql");
  }

  @Test
  void refusesASetWithoutFiles() {
    assertThatThrownBy(this::migrations)
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("no .sql file in db/things");
  }

  private void apply() throws Exception {
    result(migrations().apply(pool));
  }

  private Migrations migrations() {
    return Migrations.in(loader(), "db/things");
  }

  // A directory needs no closing: this loader keeps nothing open.
  private ClassLoader loader() {
    try {
      return new URLClassLoader(new URL[] {root.toUri().toURL()}, null);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void write(String name, String sql) throws IOException {
    Path directory = Files.createDirectories(root.resolve("db/things"));
    Files.writeString(directory.resolve(name), sql);
  }

  private List<String> strings(String sql) throws Exception {
    return result(pool.query(sql).execute()).stream().map(row -> row.getString(0)).toList();
  }
}
