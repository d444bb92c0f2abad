package dev.sluice.embedded.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.files.TemporaryHome;
import dev.sluice.embedded.files.Trees;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.ProcStat;
import dev.sluice.embedded.process.ProcessId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {

  @TempDir Path data;
  private EmbeddedPostgres postgres;

  @BeforeEach
  void startIt() {
    postgres = server(PostgresOptions.forTests());
    postgres.start();
  }

  @AfterEach
  void killIt() {
    postgres.kill();
  }

  @Test
  void keepsRowsAndItsAddressOverARestart() throws Exception {
    String url = postgres.createDatabase("kept");
    execute("kept", "CREATE TABLE t AS SELECT 7 AS n");

    postgres.restart();

    assertThat(postgres.url("kept")).isEqualTo(url);
    assertThat(query("kept", "SELECT n FROM t")).isEqualTo("7");
  }

  @Test
  void keepsCommittedRowsOverAKill() throws Exception {
    execute("postgres", "CREATE TABLE t AS SELECT 7 AS n");

    postgres.kill();
    postgres.start();

    assertThat(query("postgres", "SELECT n FROM t")).isEqualTo("7");
  }

  @Test
  void comesBackAfterSomebodyElseKilledItsFirstProcess() throws Exception {
    execute("postgres", "CREATE TABLE t AS SELECT 7 AS n");
    ProcessHandle killed = ProcessHandle.of(postgres.pid()).orElseThrow();
    killed.destroyForcibly();
    killed.onExit().get(10, TimeUnit.SECONDS);

    postgres.start();

    assertThat(query("postgres", "SELECT n FROM t")).isEqualTo("7");
  }

  @Test
  void keepsAddressAndPasswordForTheNextRun() throws Exception {
    String url = postgres.url();
    postgres.stop();

    postgres = server(PostgresOptions.durable());
    postgres.start();

    assertThat(postgres.url()).isEqualTo(url);
    assertThat(query("postgres", "SHOW fsync")).isEqualTo("on");
  }

  @Test
  void runsInASessionOfItsOwnSoThatCtrlCDoesNotReachIt() throws Exception {
    long ours = ProcStat.of(ProcessHandle.current().pid()).orElseThrow().session();

    assertThat(ProcStat.of(postgres.pid()).orElseThrow().session())
        .isEqualTo(postgres.pid())
        .isNotEqualTo(ours);
  }

  @Test
  void stopsThoughSomebodyIsConnected() throws Exception {
    ProcessId process = ProcessId.of(postgres.pid()).orElseThrow();
    try (Connection connection = postgres.connect("postgres")) {
      assertThat(connection.isValid(5)).isTrue();

      postgres.stop();

      assertThat(process.alive()).isFalse();
      assertThat(data.resolve("postgres.pid")).doesNotExist();
      assertThat(data.resolve("postgres.log")).content().doesNotContain("immediate shutdown");
    }
  }

  @Test
  void wantsThePassword() {
    String url = "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/postgres";

    assertThatThrownBy(
            () -> new org.postgresql.Driver().connect(url + "?user=sluice&password=wrong", null))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
    assertThat(data.resolve("postgres/server.properties"))
        .satisfies(
            file ->
                assertThat(Files.getPosixFilePermissions(file))
                    .containsExactlyInAnyOrderElementsOf(
                        PosixFilePermissions.fromString("rw-------")));
  }

  @Test
  void makesADatabaseOnlyOnce() throws Exception {
    postgres.createDatabase("once");
    execute("once", "CREATE TABLE t AS SELECT 7 AS n");

    postgres.createDatabase("once");

    assertThat(query("once", "SELECT n FROM t")).isEqualTo("7");
  }

  @Test
  void refusesADirectoryThatIsInUse() {
    EmbeddedPostgres second = server(PostgresOptions.forTests());

    assertThatThrownBy(second::start)
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining(data.toString())
        .hasMessageContaining("in use");
    assertThat(ProcessHandle.of(postgres.pid()).orElseThrow().isAlive()).isTrue();
  }

  @Test
  void showsTheEndOfTheLogWhenItCanNotStart() {
    postgres.stop();
    postgres = server(PostgresOptions.forTests().withSetting("shared_buffers", "much"));

    assertThatThrownBy(postgres::start)
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining("postgres.log")
        .hasMessageContaining("shared_buffers");
    assertThat(data.resolve("postgres.pid")).doesNotExist();
  }

  @Test
  void startsThoughTheServersOwnPidFileNamesAProcessThatIsNoServer() throws Exception {
    postgres.kill();
    Path own = data.resolve("postgres/data/postmaster.pid");
    String killed = Files.readString(own);
    // Our own number stands for one that was given to another process since.
    Files.writeString(
        own, killed.replaceFirst("^[0-9]+", Long.toString(ProcessHandle.current().pid())));

    postgres.start();

    assertThat(query("postgres", "SELECT 1")).isEqualTo("1");
  }

  @Test
  void makesTheDataDirectoryAnewWhenAKilledRunHadBegunIt() throws Exception {
    postgres.stop();
    Trees.delete(data.resolve("postgres/data"));
    Files.createDirectories(data.resolve("postgres/making/data"));
    Files.writeString(data.resolve("postgres/making/data/PG_VERSION"), "17");

    postgres.start();

    assertThat(query("postgres", "SELECT 1")).isEqualTo("1");
    assertThat(data.resolve("postgres/making")).doesNotExist();
  }

  @Test
  void runsInEveryWayThatWorksHereOnTheSameData() throws Exception {
    execute("postgres", "CREATE TABLE t AS SELECT 7 AS n");
    postgres.stop();
    // Nobody must be able to pass through.
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx--x--x"));
    Path programs = TemporaryHome.get().programs();
    List<RunAs> ways = RunAs.possible(PostgresPrograms.in(programs).resolve("bin/postgres"));
    assertThat(ways).isNotEmpty();

    for (RunAs way : List.of(ways.get(ways.size() - 1), ways.get(0))) {
      postgres = new EmbeddedPostgres(data, programs, PostgresOptions.forTests(), program -> way);
      postgres.start();

      assertThat(query("postgres", "SELECT n FROM t")).as(way.toString()).isEqualTo("7");
      postgres.stop();
    }
  }

  @Test
  void remembersItsProcessInAPidFile() {
    assertThat(new PidFile(data.resolve("postgres.pid")).read())
        .isEqualTo(ProcessId.of(postgres.pid()))
        .isPresent();
  }

  private EmbeddedPostgres server(PostgresOptions options) {
    // Unpacked once for all tests.
    return new EmbeddedPostgres(data, TemporaryHome.get().programs(), options, RunAs::choose);
  }

  private void execute(String database, String sql) throws SQLException {
    try (Connection connection = postgres.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String query(String database, String sql) throws SQLException {
    try (Connection connection = postgres.connect(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
