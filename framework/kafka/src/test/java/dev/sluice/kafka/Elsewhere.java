package dev.sluice.kafka;

import dev.sluice.config.load.Providers;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import io.vertx.core.Vertx;
import java.util.List;

/** Adapters beside Kafka's, for files that name them; nothing is ever made of them. */
final class Elsewhere {
  private Elsewhere() {}

  record Settings() {}

  static Providers providers() {
    return Providers.of(
        List.of(new KafkaSourceProvider(), new Sources()), List.of(), List.of(new Places()));
  }

  private static final class Sources implements SourceProvider<Settings> {
    @Override
    public String name() {
      return "elsewhere";
    }

    @Override
    public Class<Settings> configType() {
      return Settings.class;
    }

    @Override
    public Source create(Settings config, SourceContext context) {
      throw new AssertionError("no source is made");
    }
  }

  private static final class Places implements DeadLetterProvider<Settings> {
    @Override
    public String name() {
      return "elsewhere";
    }

    @Override
    public Class<Settings> configType() {
      return Settings.class;
    }

    @Override
    public DeadLetters create(Settings config, String pipeline, Vertx vertx) {
      throw new AssertionError("no writer is made");
    }
  }
}
