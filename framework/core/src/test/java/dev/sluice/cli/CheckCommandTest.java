package dev.sluice.cli;

import static dev.sluice.cli.CliFixture.FILE;
import static dev.sluice.cli.CliFixture.LIMITS;
import static dev.sluice.cli.CliFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.Handlers;
import dev.sluice.api.InvalidSetup;
import dev.sluice.config.load.Providers;
import dev.sluice.spi.Checked;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  private static final List<Handlers.Named<?>> HANDLERS = List.of(handler(services -> LIMITS));

  @TempDir Path directory;

  private final CliFixture cli = new CliFixture();
  private final AtomicInteger closed = new AtomicInteger();
  private Supplier<Future<Void>> service = Future::succeededFuture;
  private Supplier<Future<List<Checked>>> source =
      () -> Future.succeededFuture(List.of(Checked.ok("pipeline.source.fake", "is there")));

  @BeforeEach
  void bringAdapters() {
    cli.variables.put("URL", "here");
    cli.providers = Providers.of(List.of(new Sources()), List.of(new Clients()));
  }

  @Test
  void whatAnswersIsOkAndEverythingIsClosedAgain() throws IOException {
    assertThat(check(FILE)).isEqualTo(ExitCode.CLEAN);

    assertThat(cli.out.toString())
        .containsPattern("ok +configuration")
        .containsPattern("ok +shutdown chain +fits: a stop may take 35 s")
        .containsPattern("ok +services.fakes.main +answers")
        .containsPattern("ok +pipeline.source.fake +is there")
        .contains("nothing is wrong");
    assertThat(closed).hasValue(2);
    assertThat(cli.events).isEmpty();
  }

  @Test
  void whatIsWrongIsToldTogetherEachWithItsFix() throws IOException {
    service = () -> Future.failedFuture(new InvalidSetup("nobody there\nFix: start it"));
    source =
        () -> {
          throw new InvalidSetup("no such topic\nFix: make it");
        };

    assertThat(check(FILE)).isEqualTo(ExitCode.INVALID);

    assertThat(cli.out.toString())
        .containsPattern("failed +services.fakes.main +nobody there\\R +Fix: start it")
        .containsPattern("failed +pipeline.source.fake +no such topic\\R +Fix: make it")
        .contains("a run would not start");
    assertThat(closed).hasValue(2);
  }

  @Test
  void aPartThatNeverAnswersIsGivenUpSoonAfterStartup() throws IOException {
    service = () -> Promise.<Void>promise().future();
    long since = System.nanoTime();

    assertThat(check(FILE + "startup: 1ms\n")).isEqualTo(ExitCode.INVALID);

    assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(5));
    assertThat(cli.out.toString())
        .containsPattern("failed +services.fakes.main +has not answered within startup");
  }

  @Test
  void aFailureThatNobodyForesawIsAFindingToo() throws IOException {
    source = () -> Future.failedFuture(new IllegalStateException("odd"));

    assertThat(check(FILE)).isEqualTo(ExitCode.INVALID);

    assertThat(cli.out.toString())
        .containsPattern("failed +pipeline.source.fake +IllegalStateException: odd");
  }

  @Test
  void aMistakeInTheFileLeavesNothingToReach() throws IOException {
    assertThat(check(FILE.replace("handler: load", "handler: lode"))).isEqualTo(ExitCode.INVALID);

    assertThat(cli.out.toString())
        .containsPattern("failed +configuration +.*this jar has no handler 'lode'");
    assertThat(closed).hasValue(0);
  }

  @Test
  void aChainThatDoesNotFitIsAFinding() throws IOException {
    assertThat(check(FILE + "node: { limit: 10s }\n")).isEqualTo(ExitCode.INVALID);

    assertThat(cli.out.toString())
        .containsPattern("failed +shutdown chain +")
        .containsPattern("ok +pipeline.source.fake");
  }

  @Test
  void programsGetAVersionedObject() throws IOException {
    source =
        () ->
            Future.succeededFuture(
                List.of(
                    Checked.failed("a", "wrong\nFix: mend it"),
                    Checked.notChecked("b", "after a")));

    assertThat(check(FILE, "--json")).isEqualTo(ExitCode.INVALID);

    JsonNode json = new ObjectMapper().readTree(cli.out.toString());
    assertThat(json.get("version").asInt()).isEqualTo(1);
    assertThat(json.get("ok").asBoolean()).isFalse();
    JsonNode failed = json.get("checks").get(3);
    assertThat(failed.get("what").asText()).isEqualTo("a");
    assertThat(failed.get("status").asText()).isEqualTo("failed");
    assertThat(failed.get("text").asText()).isEqualTo("wrong");
    assertThat(failed.get("fix").asText()).isEqualTo("mend it");
    assertThat(json.get("checks").get(4).get("status").asText()).isEqualTo("not-checked");
  }

  @Test
  void theJarsEnvironmentIsStartedAndClosed() throws IOException {
    cli.environment =
        Optional.of(() -> cli.environment(Map.of("URL", "brought"), Optional.empty()));

    assertThat(check(FILE)).isEqualTo(ExitCode.CLEAN);

    assertThat(cli.events).containsExactly("closed");
  }

  private int check(String file, String... options) throws IOException {
    String[] line = new String[options.length + 3];
    line[0] = "check";
    line[1] = "-c";
    line[2] = CliFixture.file(directory, file).toString();
    System.arraycopy(options, 0, line, 3, options.length);
    return cli.execute(HANDLERS, line);
  }

  private final class Clients implements ServiceProvider<CliFixture.FakeServiceSettings> {
    @Override
    public String kind() {
      return "fakes";
    }

    @Override
    public Class<CliFixture.FakeServiceSettings> configType() {
      return CliFixture.FakeServiceSettings.class;
    }

    @Override
    public Class<?> serviceType() {
      return CliFixture.Client.class;
    }

    @Override
    public Service create(String name, CliFixture.FakeServiceSettings config, Vertx vertx) {
      return new Service() {
        @Override
        public Object client() {
          throw new AssertionError("a check uses no client");
        }

        @Override
        public Future<Void> check(Duration within) {
          return service.get();
        }

        @Override
        public Future<Void> close(Duration within) {
          closed.incrementAndGet();
          return Future.succeededFuture();
        }
      };
    }
  }

  private final class Sources implements SourceProvider<CliFixture.FakeSourceSettings> {
    @Override
    public String name() {
      return "fake";
    }

    @Override
    public Class<CliFixture.FakeSourceSettings> configType() {
      return CliFixture.FakeSourceSettings.class;
    }

    @Override
    public Source create(CliFixture.FakeSourceSettings config, SourceContext context) {
      return (Source)
          Proxy.newProxyInstance(
              Source.class.getClassLoader(),
              new Class<?>[] {Source.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "check" -> source.get();
                    case "close" -> {
                      closed.incrementAndGet();
                      yield Future.succeededFuture();
                    }
                    default -> throw new AssertionError("a check only looks: " + method);
                  });
    }
  }
}
