package dev.sluice.cli;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Environment;
import dev.sluice.api.Handlers;
import dev.sluice.api.Outcome;
import dev.sluice.api.Services;
import dev.sluice.api.TaskLimits;
import dev.sluice.command.Subcommand;
import dev.sluice.config.Setting;
import dev.sluice.config.load.Providers;
import dev.sluice.runtime.RunPlan;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** A command line whose runner only makes the plan, with adapters that can make nothing. */
final class CliFixture {
  static final String FILE =
      """
      apiVersion: sluice.dev/v1
      pipeline:
        name: flights
        handler: load
        source: { fake: {} }
      services: { fakes: { main: { url: "${URL}" } } }
      """;
  static final TaskLimits LIMITS =
      TaskLimits.limit(Duration.ofMinutes(2)).checkpointEvery(Duration.ofSeconds(15));

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  final Map<String, String> variables = new HashMap<>();
  final List<String> events = new ArrayList<>();
  RunPlan plan;
  int runnerCode;
  List<Subcommand> commands = List.of();
  Optional<Object> options = Optional.empty();
  Providers providers = Providers.of(List.of(new FakeSource()), List.of(new FakeService()));
  Optional<Callable<? extends Environment>> environment = Optional.empty();

  int execute(List<Handlers.Named<?>> handlers, String... args) {
    WorkerSetup setup = new WorkerSetup(handlers, options, environment);
    Surroundings surroundings =
        new Surroundings(
            variables,
            () -> providers,
            () -> commands,
            this::runner,
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    return new WorkerCli(setup, surroundings).execute(args);
  }

  private PipelineRunner runner() {
    events.add("signals");
    return planned -> {
      plan = planned.call();
      events.add("run");
      return runnerCode;
    };
  }

  Environment environment(Map<String, String> variables, Optional<Path> config) {
    return new Environment() {
      @Override
      public Map<String, String> variables() {
        return variables;
      }

      @Override
      public Optional<Path> config() {
        return config;
      }

      @Override
      public void close() {
        events.add("closed");
      }
    };
  }

  static Handlers.Named<byte[]> handler(Function<Services, TaskLimits> limits) {
    return handler("load", limits);
  }

  static Handlers.Named<byte[]> handler(String name, Function<Services, TaskLimits> limits) {
    return Handlers.named(
        name,
        Decoder.bytes(),
        services ->
            ChunkHandler.of(
                limits.apply(services), (chunk, context) -> Future.succeededFuture(Outcome.DONE)));
  }

  static Path file(Path directory, String text) throws IOException {
    return Files.writeString(directory.resolve("p.yaml"), text);
  }

  record FakeSourceSettings(@Setting(doc = "Address.", value = "here") String address) {}

  static final class FakeSource implements SourceProvider<FakeSourceSettings> {
    @Override
    public String name() {
      return "fake";
    }

    @Override
    public Class<FakeSourceSettings> configType() {
      return FakeSourceSettings.class;
    }

    @Override
    public boolean takesKinds() {
      return true;
    }

    @Override
    public Source create(FakeSourceSettings config, SourceContext context) {
      throw new AssertionError("a command line makes no source");
    }
  }

  /** What the fake service's clients look like. */
  interface Client {
    int answer();
  }

  record FakeServiceSettings(@Setting(doc = "Url.") String url) {}

  static final class FakeService implements ServiceProvider<FakeServiceSettings> {
    @Override
    public String kind() {
      return "fakes";
    }

    @Override
    public Class<FakeServiceSettings> configType() {
      return FakeServiceSettings.class;
    }

    @Override
    public Class<?> serviceType() {
      return Client.class;
    }

    @Override
    public Service create(String name, FakeServiceSettings config, Vertx vertx) {
      throw new AssertionError("a command line makes no client");
    }
  }
}
