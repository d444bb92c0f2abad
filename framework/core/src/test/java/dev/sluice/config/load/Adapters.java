package dev.sluice.config.load;

import dev.sluice.config.Setting;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import dev.sluice.spi.StateStore;
import dev.sluice.spi.StateStoreProvider;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Adapters that bind their settings and can make nothing. */
final class Adapters {

  private Adapters() {}

  static Providers providers() {
    return Providers.of(
        List.of(new Kafka(), new Jobs()),
        List.of(new Postgres()),
        List.of(new Topic()),
        List.of(new Table()));
  }

  record KafkaSettings(
      @Setting(doc = "Brokers.") String bootstrapServers,
      @Setting(doc = "Topics.", min = "1") List<String> topics,
      @Setting(doc = "Group.") Optional<String> group,
      @Setting(doc = "Client properties.", value = "{}") Map<String, String> properties) {}

  static final class Kafka implements SourceProvider<KafkaSettings> {
    @Override
    public String name() {
      return "kafka";
    }

    @Override
    public Class<KafkaSettings> configType() {
      return KafkaSettings.class;
    }

    @Override
    public boolean usesStateStore() {
      return true;
    }

    @Override
    public Source create(KafkaSettings config, SourceContext context) {
      throw new AssertionError("not made in these tests");
    }
  }

  record JobsSettings(@Setting(doc = "Lease.", value = "30s") Duration lease) {}

  static final class Jobs implements SourceProvider<JobsSettings> {
    @Override
    public String name() {
      return "jobs";
    }

    @Override
    public Class<JobsSettings> configType() {
      return JobsSettings.class;
    }

    @Override
    public boolean takesKinds() {
      return true;
    }

    @Override
    public Set<String> reads(JobsSettings config, List<Duration> retryDelays) {
      Set<String> places = new HashSet<>(Set.of("flights"));
      retryDelays.forEach(delay -> places.add("retry-" + delay));
      return places;
    }

    @Override
    public Source create(JobsSettings config, SourceContext context) {
      throw new AssertionError("not made in these tests");
    }
  }

  record PostgresSettings(@Setting(doc = "Url.") String url) {
    PostgresSettings {
      if (!url.startsWith("postgres://")) {
        throw new IllegalArgumentException("'" + url + "' is not a postgres:// url");
      }
    }
  }

  static final class Postgres implements ServiceProvider<PostgresSettings> {
    @Override
    public String kind() {
      return "postgres";
    }

    @Override
    public Class<PostgresSettings> configType() {
      return PostgresSettings.class;
    }

    @Override
    public Class<?> serviceType() {
      return Runnable.class;
    }

    @Override
    public Service create(String name, PostgresSettings config, Vertx vertx) {
      throw new AssertionError("not made in these tests");
    }
  }

  record TopicSettings(
      @Setting(doc = "Topic.") String topic,
      @Setting(doc = "Password.", value = "") String password) {}

  static final class Topic implements DeadLetterProvider<TopicSettings> {
    @Override
    public String name() {
      return "kafka";
    }

    @Override
    public Class<TopicSettings> configType() {
      return TopicSettings.class;
    }

    @Override
    public Set<String> writes(TopicSettings config) {
      return Set.of(config.topic());
    }

    @Override
    public DeadLetters create(TopicSettings config, String pipeline, Vertx vertx) {
      throw new AssertionError("not made in these tests");
    }
  }

  record TableSettings(@Setting(doc = "Url.") String url) {}

  static final class Table implements StateStoreProvider<TableSettings> {
    @Override
    public String name() {
      return "postgres";
    }

    @Override
    public Class<TableSettings> configType() {
      return TableSettings.class;
    }

    @Override
    public StateStore create(TableSettings config, String pipeline, Vertx vertx) {
      throw new AssertionError("not made in these tests");
    }
  }
}
