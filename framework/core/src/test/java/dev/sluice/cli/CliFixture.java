package dev.sluice.cli;

import dev.sluice.api.Environment;
import dev.sluice.api.Handlers;
import dev.sluice.config.Setting;
import dev.sluice.config.load.Providers;
import dev.sluice.runtime.RunPlan;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** A command line whose runner only makes the plan, with adapters that can make nothing. */
final class CliFixture {
  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  final Map<String, String> variables = new HashMap<>();
  final List<String> events = new ArrayList<>();
  RunPlan plan;
  int runnerCode;
  Optional<Object> options = Optional.empty();
  Optional<Callable<? extends Environment>> environment = Optional.empty();

  int execute(List<Handlers.Named<?>> handlers, String... args) {
    WorkerSetup setup = new WorkerSetup(handlers, options, environment);
    Providers providers = Providers.of(List.of(new FakeSource()), List.of(new FakeService()));
    Surroundings surroundings =
        new Surroundings(
            variables,
            () -> providers,
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
