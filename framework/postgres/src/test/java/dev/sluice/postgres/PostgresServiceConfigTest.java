package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.ConfigException;
import dev.sluice.config.Problems;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.Interpolation;
import dev.sluice.config.yaml.YamlReader;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresServiceConfigTest {
  private static final String URL = "url: postgresql://me:s3cret@db/orders\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connectTimeout: 600h|from 1ms to 24h",
        "connectTimeout: 0s|from 1ms to 24h",
        "acquireTimeout: 24h1ms|from 1ms to 24h",
        "acquireTimeout: 0.5ms|from 1ms to 24h",
        "idleTimeout: 8760h|24h or less",
        "idleTimeout: 0.5ms|less than 1ms",
        "transactions: {retention: 59m}|from 1h to 8760h"
      })
  void refusesATimeThatThePoolCanNotCount(String line, String expected) {
    Problems problems = new Problems();

    assertThat(bind(line, problems)).isEmpty();
    assertThat(problems.count()).isEqualTo(1);
    try {
      problems.throwIfAny();
    } catch (ConfigException e) {
      assertThat(e)
          .hasMessageContaining(line.replaceFirst(":.*", ""))
          .hasMessageContaining(expected);
    }
  }

  @Test
  void takesTheLongestTimesThatItAccepts() throws Exception {
    PostgresServiceConfig config =
        bind("connectTimeout: 24h\nacquireTimeout: 24h\nidleTimeout: 24h\n", new Problems())
            .orElseThrow();
    Vertx vertx = Vertx.vertx();
    try {
      var service = new PostgresServiceProvider().create("main", config, vertx);

      Waiting.result(service.close(Duration.ofSeconds(10)));
    } finally {
      Waiting.result(vertx.close());
    }
  }

  private static Optional<PostgresServiceConfig> bind(String settings, Problems problems) {
    return new Binder(Interpolation.of(Map.of()), problems, Map.of())
        .record(PostgresServiceConfig.class, YamlReader.document("p.yaml", URL + settings), "");
  }
}
