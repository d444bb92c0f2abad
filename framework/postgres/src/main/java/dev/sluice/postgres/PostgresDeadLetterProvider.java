package dev.sluice.postgres;

import dev.sluice.spi.Connections;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.DeadLetters;
import dev.sluice.time.SystemClock;
import io.vertx.core.Vertx;
import java.util.List;

/** Makes the writer that {@code pipeline.deadLetter.postgres} declares. */
public final class PostgresDeadLetterProvider
    implements DeadLetterProvider<PostgresDeadLetterConfig> {

  /** For {@code ServiceLoader}. */
  public PostgresDeadLetterProvider() {}

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public Class<PostgresDeadLetterConfig> configType() {
    return PostgresDeadLetterConfig.class;
  }

  @Override
  public List<Connections> connections(PostgresDeadLetterConfig config) {
    return List.of(config.database(name(), PostgresDeadLetters.CONNECTIONS).connections());
  }

  @Override
  public DeadLetters create(PostgresDeadLetterConfig config, String pipeline, Vertx vertx) {
    return new PostgresDeadLetters(config, vertx, new SystemClock());
  }
}
