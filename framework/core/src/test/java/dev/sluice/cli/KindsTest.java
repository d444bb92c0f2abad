package dev.sluice.cli;

import static dev.sluice.cli.CliFixture.handler;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.Handlers;
import dev.sluice.api.TaskLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a pipeline with a handler for each kind of record. */
class KindsTest {
  private static final String FILE =
      """
      apiVersion: sluice.dev/v1
      pipeline:
        name: work
        kinds:
          import-airports: load-airports
          send-mail: mailer
          send-bill: mailer
        source:
          fake: {}
        limits:
          mailer:
            limit: 60s
      """;
  private static final List<Handlers.Named<?>> HANDLERS =
      List.of(
          handler("idle", services -> TaskLimits.limit(Duration.ofHours(1))),
          handler("mailer", services -> TaskLimits.declaredByDeployment()),
          handler(
              "load-airports",
              services ->
                  TaskLimits.limit(Duration.ofSeconds(120))
                      .checkpointEvery(Duration.ofSeconds(20))));

  @TempDir Path directory;

  private final CliFixture cli = new CliFixture();

  private int execute(String command, String text) throws IOException {
    return cli.execute(
        HANDLERS, (command + " -c " + CliFixture.file(directory, text)).split(" ", -1));
  }

  /** The golden row "two tasks". */
  @Test
  void theChainHoldsForTheLargestNeedOfTheHandlersThatRun() throws IOException {
    assertThat(execute("chain", FILE)).isZero();
    assertThat(cli.out.toString())
        .isEqualTo(
            """
            layer             figure  from
            need                60 s  pipeline.limits.mailer.limit
            + commit            10 s  shutdown.commit
            + close             10 s  shutdown.close
            = window            80 s  the worker's own deadline: drain, settle, close
            + margin            10 s  shutdown.margin
            + preStop            0 s  shutdown.preStop
            = grace             90 s  derived
            """);
  }

  @Test
  void theChainAsJsonNamesEveryHandlerWithItsKinds() throws IOException {
    assertThat(execute("chain --json", FILE)).isZero();

    JsonNode json = new ObjectMapper().readTree(cli.out.toString());
    assertThat(json.at("/seconds/need").asInt()).isEqualTo(60);
    assertThat(json.at("/seconds/window").asInt()).isEqualTo(80);
    assertThat(json.at("/seconds/grace").asInt()).isEqualTo(90);
    assertThat(json.has("handler")).isFalse();
    assertThat(json.get("tasks"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    [{"handler":"load-airports","limit":"2m","checkpointEvery":"20s",
                      "kinds":["import-airports"]},
                     {"handler":"mailer","limit":"1m","kinds":["send-mail","send-bill"]}]
                    """));
  }

  @Test
  void theWaysOutNameTheHandlerThatIsTooLong() throws IOException {
    assertThat(execute("chain", FILE + "node: { limit: 80s }\n")).isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString())
        .contains("node cap 80 < 90")
        .contains("lower pipeline.limits.mailer.limit to 50s or less")
        .doesNotContain("pipeline.limits.load-airports");
  }

  @Test
  void theFileIsCompletedWithTheLimitsOfEveryHandlerThatRuns() throws IOException {
    assertThat(execute("describe", FILE)).isZero();
    assertThat(cli.out.toString())
        .isEqualTo(
            FILE
                + """
                    load-airports:
                      limit: 2m
                      checkpointEvery: 20s
                """);
  }

  @Test
  void aRunIsPlannedWithEveryHandlerOnce() throws IOException {
    assertThat(execute("run", FILE)).isZero();
    assertThat(cli.plan.tasks())
        .extracting(task -> task.name())
        .containsExactly("load-airports", "mailer");
    assertThat(cli.plan.chain().need()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aLimitThatIsMissingIsAskedForByItsHandlersName() throws IOException {
    assertThat(execute("run", FILE.replace("limit: 60s", "override: false")))
        .isEqualTo(ExitCode.INVALID);
    assertThat(cli.err.toString()).contains("pipeline.limits.mailer.limit: is missing");
  }
}
