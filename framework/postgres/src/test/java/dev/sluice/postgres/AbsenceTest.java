package dev.sluice.postgres;

import static dev.sluice.postgres.Waiting.failure;
import static dev.sluice.postgres.Waiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.spi.ServiceProvider;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbsenceTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final PostgresServer SERVER = EmbeddedPostgres.shared();

  private Vertx vertx;
  private ServiceProvider.Service service;

  @BeforeEach
  void startVertx() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void closeAll() throws Exception {
    result(service.close(LONG));
    result(vertx.close());
  }

  @Test
  void aSessionThatTheServerEndsUnderAStatementIsAnAbsence() throws Exception {
    Pool pool = poolAt(SERVER.createDatabase("absence"));

    Throwable ended =
        failure(pool.query("SELECT pg_terminate_backend(pg_backend_pid())").execute());

    assertThat(service.dependencyDown(ended)).as("%s", ended).isTrue();
  }

  @Test
  void aDoorThatOpensAndShutsAtOnceIsAnAbsence() throws Exception {
    NetServer door =
        result(
            vertx
                .createNetServer()
                .connectHandler(socket -> socket.close())
                .listen(0, "127.0.0.1"));
    Pool pool = poolAt("postgresql://u:p@127.0.0.1:" + door.actualPort() + "/d");

    Throwable shut = failure(pool.query("SELECT 1").execute());

    assertThat(service.dependencyDown(shut)).as("%s", shut).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 / 0",
        "SELECT no_such_column",
        "SELECT 'x'::integer",
        "DO $$ BEGIN RAISE deadlock_detected; END $$"
      })
  void anAnswerAboutTheStatementIsNone(String statement) throws Exception {
    Pool pool = poolAt(SERVER.createDatabase("absence"));

    Throwable answer = failure(pool.query(statement).execute());

    assertThat(service.dependencyDown(answer)).as("%s", answer).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"08006", "57P02", "57P03", "53300"})
  void statesOfAServerThatTakesNoWorkAreAbsences(String state) throws Exception {
    Pool pool = poolAt(SERVER.createDatabase("absence"));

    Throwable answer =
        failure(
            pool.query("DO $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '" + state + "'; END $$")
                .execute());

    assertThat(answer).isInstanceOf(PgException.class);
    assertThat(service.dependencyDown(answer)).isTrue();
  }

  private Pool poolAt(String url) {
    service = MainService.service(url, vertx);
    return service.client() instanceof Pool pool ? pool : null;
  }
}
