package dev.sluice.postgres;

import dev.sluice.spi.Connections;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import java.util.List;

/** Makes the source that {@code pipeline.source.postgresJobs} declares. */
public final class PostgresJobsProvider implements SourceProvider<PostgresJobsConfig> {

  /** For {@code ServiceLoader}. */
  public PostgresJobsProvider() {}

  @Override
  public String name() {
    return "postgresJobs";
  }

  @Override
  public Class<PostgresJobsConfig> configType() {
    return PostgresJobsConfig.class;
  }

  @Override
  public boolean keepsFailed() {
    return true;
  }

  @Override
  public boolean takesKinds() {
    return true;
  }

  @Override
  public List<Connections> connections(PostgresJobsConfig config) {
    Connections pool = config.database(name()).connections();
    return config.listens()
        ? List.of(pool, config.address().connections(1, "listener"))
        : List.of(pool);
  }

  @Override
  public Source create(PostgresJobsConfig config, SourceContext context) {
    return new JobsSource(config, context);
  }
}
