package dev.sluice.postgres;

import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;

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
  public boolean takesKinds() {
    return true;
  }

  @Override
  public Source create(PostgresJobsConfig config, SourceContext context) {
    return new JobsSource(config, context);
  }
}
