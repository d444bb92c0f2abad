package dev.sluice.cli;

import static dev.sluice.cli.CliFixture.LIMITS;
import static dev.sluice.cli.CliFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.Providers;
import dev.sluice.spi.Connections;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The connections of a worker, summed by server. */
class ConnectionBudgetTest {
  private static final String FILE =
      """
      apiVersion: sluice.dev/v1
      pipeline:
        name: work
        handler: load
        source:
          fake:
            address: db
      services:
        fakes:
          main:
            url: "${URL:-db}"
          other:
            url: elsewhere
      """;

  @TempDir Path directory;

  private final CliFixture cli = new CliFixture();

  @BeforeEach
  void countConnections() {
    cli.providers = Providers.of(List.of(new CountedSource()), List.of(new CountedService()));
  }

  private int execute(String command, String text) throws IOException {
    return cli.execute(
        List.of(handler(services -> LIMITS)),
        (command + " -c " + CliFixture.file(directory, text)).split(" ", -1));
  }

  private String budget() {
    return cli.out.toString().replaceFirst("(?s).*derived\n", "");
  }

  @Test
  void theChainIsFollowedByTheSumForEachServer() throws IOException {
    assertThat(execute("chain", FILE)).isZero();
    assertThat(budget())
        .isEqualTo(
            """
            connections           10  per worker to db
                                   4  services.fakes.main: pool
                                   5  pipeline.source.fake: pool
                                   1  pipeline.source.fake: listener
            connections            4  per worker to elsewhere
                                   4  services.fakes.other: pool
            """);
    assertThat(cli.err.toString()).isEmpty();
  }

  @Test
  void theWorkersAreCountedWhereTheirNumberIsKnown() throws IOException {
    cli.variables.put("SLUICE_REPLICAS", "3");

    assertThat(execute("chain", FILE + "database: { maxConnections: 30 }\n")).isZero();
    assertThat(budget())
        .contains(
            """
            x 3 workers           30  SLUICE_REPLICAS
            allowed               30  database.maxConnections, room for 3 workers
            """);
    assertThat(cli.err.toString()).isEmpty();
  }

  @Test
  void moreThanTheServerAllowsIsAWarningWithTheSumAndTheWaysOut() throws IOException {
    cli.variables.put("SLUICE_REPLICAS", "3");

    assertThat(execute("chain", FILE + "database: { maxConnections: 29 }\n")).isZero();
    assertThat(cli.err.toString())
        .isEqualTo(
            """
            warning: the workers may open more connections than db allows: 3 workers x 10 = 30 > 29\
             (database.maxConnections)
            Fix: fewer workers, smaller pools (maxConnections of a service), or a server that\
             allows more and a larger database.maxConnections
            """);
  }

  @Test
  void oneWorkerAloneMayBeTooMuchToo() throws IOException {
    assertThat(execute("chain", FILE + "database: { maxConnections: 9 }\n")).isZero();
    assertThat(budget()).contains("room for 0 workers");
    assertThat(cli.err.toString()).contains("one worker alone 10 > 9 (database.maxConnections)");
  }

  @Test
  void aLimitOfNothingAndANumberOfWorkersThatIsNoneAreRefused() throws IOException {
    assertThat(execute("chain", FILE + "database: { maxConnections: 0 }\n"))
        .isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("database.maxConnections");

    cli.variables.put("SLUICE_REPLICAS", "many");
    assertThat(execute("chain", FILE)).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("SLUICE_REPLICAS is 'many'");
  }

  @Test
  void withoutTheDeploymentsVariablesItIsNotKnown() throws IOException {
    String unknown = FILE.replace("${URL:-db}", "${URL}");

    assertThat(execute("chain", unknown)).isZero();
    assertThat(budget())
        .isEqualTo("connections            -  per worker: unknown without the file's ${...}\n");
    assertThat(execute("chain --json", unknown)).isZero();
    assertThat(cli.out.toString()).contains("\"connections\" : null");
  }

  @Test
  void programsGetTheSameFigures() throws IOException {
    cli.variables.put("SLUICE_REPLICAS", "3");

    assertThat(execute("chain --json", FILE + "database: { maxConnections: 12 }\n")).isZero();

    JsonNode json = new ObjectMapper().readTree(cli.out.toString());
    assertThat(json.at("/connections/0"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"server":"db","perWorker":10,"workers":3,"allWorkers":30,"allowed":12,"parts":[
                     {"key":"services.fakes.main","what":"pool","most":4},
                     {"key":"pipeline.source.fake","what":"pool","most":5},
                     {"key":"pipeline.source.fake","what":"listener","most":1}]}
                    """));
    assertThat(json.at("/connections/1/server").asText()).isEqualTo("elsewhere");
    assertThat(json.at("/warnings/0").asText()).contains("3 workers x 10 = 30 > 12");
  }

  @Test
  void whatIsDescribedCarriesTheBudgetAsACommentAndLoadsAgain() throws IOException {
    assertThat(execute("describe", FILE)).isZero();

    String described = cli.out.toString();
    assertThat(described)
        .endsWith(
            """
            # connections            4  per worker to elsewhere
            #                        4  services.fakes.other: pool
            """);
    assertThat(
            PipelineFile.parse("p.yaml", described)
                .load(Map.of(), cli.providers, Set.of("load"))
                .pipeline()
                .name())
        .isEqualTo("work");
  }

  private static final class CountedSource
      implements SourceProvider<CliFixture.FakeSourceSettings> {
    @Override
    public String name() {
      return "fake";
    }

    @Override
    public Class<CliFixture.FakeSourceSettings> configType() {
      return CliFixture.FakeSourceSettings.class;
    }

    @Override
    public List<Connections> connections(CliFixture.FakeSourceSettings config) {
      return List.of(
          new Connections(config.address(), 5, "pool"),
          new Connections(config.address(), 1, "listener"));
    }

    @Override
    public Source create(CliFixture.FakeSourceSettings config, SourceContext context) {
      throw new AssertionError("a command line makes no source");
    }
  }

  private static final class CountedService
      implements ServiceProvider<CliFixture.FakeServiceSettings> {
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
    public List<Connections> connections(CliFixture.FakeServiceSettings config) {
      return List.of(new Connections(config.url(), 4, "pool"));
    }

    @Override
    public Service create(String name, CliFixture.FakeServiceSettings config, Vertx vertx) {
      throw new AssertionError("a command line makes no client");
    }
  }
}
