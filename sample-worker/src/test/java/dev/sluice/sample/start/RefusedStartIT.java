package dev.sluice.sample.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.process.FreePorts;
import dev.sluice.sample.fixture.FlightsFixture;
import dev.sluice.sample.fixture.PipelineYaml;
import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerCommand;
import dev.sluice.sample.process.WorkerProcess;
import dev.sluice.sample.stubborn.StubbornFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an operator gets wrong is refused with exit code 2 and a message that fits on a screen,
 * names the thing and says what to do.
 */
@ExtendWith(LeavesNoProcess.class)
class RefusedStartIT {
  private static final int SCREEN = 24;
  private static final Duration BOUND = Duration.ofSeconds(20);
  private static final String STARTUP = "4s";

  @TempDir Path directory;

  private FlightsFixture flights;

  @BeforeEach
  void makeATopicAndADatabase() {
    flights = FlightsFixture.empty(directory);
  }

  private void refused(PipelineYaml pipeline, String... saying) throws InterruptedException {
    refused(flights.worker(pipeline), saying);
  }

  private static void refused(WorkerCommand command, String... saying) throws InterruptedException {
    Instant from = Instant.now();
    try (WorkerProcess worker = command.start()) {
      assertThat(worker.exitCode()).as(worker::seen).isEqualTo(2);
      Duration took = Duration.between(from, worker.endedAt());
      List<String> lines = worker.errLines();
      String text = String.join("\n", lines);
      assertThat(text).contains(saying);
      assertThat(text).doesNotContain("\tat ", "Exception in thread", "Caused by", "wrong-secret");
      assertThat(lines).hasSizeLessThanOrEqualTo(SCREEN);
      assertThat(worker.outLines()).isEmpty();
      assertThat(took).isLessThan(BOUND);
    }
  }

  @Test
  void anUnknownKey() throws Exception {
    refused(flights.pipeline().with("chunck", "{ records: 5 }"), "chunck", "did you mean", "chunk");
  }

  @Test
  void aDurationThatIsNone() throws Exception {
    refused(
        flights.pipeline().with("limits", "{ load-flights: { limit: 2 minutes } }"),
        "limits.load-flights.limit",
        "2 minutes",
        "90s");
  }

  @Test
  void aLimitThatNobodyDeclares() throws Exception {
    refused(
        StubbornFixture.create(directory).worker("undeclared"), "limits", "undeclared", "limit");
  }

  @Test
  void aBrokerThatIsNotThere() throws Exception {
    String address = "127.0.0.1:" + FreePorts.next();
    refused(
        flights.pipeline().withKafka(address, "t", "g").withTop("startup", STARTUP),
        "bootstrapServers",
        address,
        "Fix:");
  }

  @Test
  void aTopicThatDoesNotExist() throws Exception {
    refused(
        flights.pipeline().withKafka(EmbeddedKafka.shared().bootstrapServers(), "fligths", "g"),
        "'fligths' does not exist",
        "Fix:");
  }

  @Test
  void aDatabaseServerThatIsNotThere() throws Exception {
    int port = FreePorts.next();
    refused(
        flights
            .pipeline()
            .withTop("services", url("postgresql://u:p@127.0.0.1:" + port + "/d"))
            .withTop("startup", STARTUP),
        "services.postgres.main",
        "127.0.0.1:" + port,
        "Fix:");
  }

  @Test
  void aPasswordThatIsWrong() throws Exception {
    String right = flights.databaseUrl();
    String wrong = right.replaceFirst(":[^:@]+@", ":wrong-secret@");
    assertThat(wrong).isNotEqualTo(right);
    refused(
        flights.pipeline().withTop("services", url(wrong)),
        "services.postgres.main",
        "the password is wrong",
        "Fix:");
  }

  @Test
  void aDatabaseThatDoesNotExist() throws Exception {
    String wrong = flights.databaseUrl().replaceFirst("/[^/]+$", "/nowhere");
    refused(
        flights.pipeline().withTop("services", url(wrong)).withTop("startup", STARTUP),
        "the database nowhere does not exist",
        "Fix:");
  }

  private static String url(String url) {
    return "{ postgres: { main: { url: \"" + url + "\" } } }";
  }

  @Test
  void signalsTakenAwayByXrs() throws Exception {
    refused(flights.worker(flights.pipeline()).withJvm("-Xrs"), "-Xrs", "Fix:");
  }

  @Test
  void aConfigurationFileThatIsMissing() throws Exception {
    Path file = directory.resolve("none.yaml");
    refused(WorkerCommand.productionJar().with("-c", file.toString()), file.toString());
  }

  @Test
  void aHandlerThatTheJarDoesNotHave() throws Exception {
    refused(flights.pipeline().with("handler", "load-fligths"), "load-fligths", "load-flights");
  }

  @Test
  void aPortThatIsInUse() throws Exception {
    try (ServerSocket taken = loopback()) {
      String port = Integer.toString(taken.getLocalPort());
      refused(
          flights.pipeline().withTop("management", "{ host: 127.0.0.1, port: " + port + " }"),
          "management",
          port);
    }
  }

  private static ServerSocket loopback() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @Test
  void aVariableThatIsNotSet() throws Exception {
    refused(
        flights.pipeline().withTop("services", url("${NOBODY_SETS_THIS}")),
        "services.postgres.main.url",
        "NOBODY_SETS_THIS",
        "is not set");
  }

  @Test
  void anOptionThatDoesNotExist() throws Exception {
    refused(
        flights.worker(flights.pipeline()).with("--exit-when-idel", "5s"),
        "--exit-when-idel",
        "--exit-when-idle");
  }

  @Test
  void aCommandThatDoesNotExist() throws Exception {
    refused(WorkerCommand.productionJar().with("rnu"), "rnu", "run");
  }

  @Test
  void aGrantThatIsSmallerThanTheLimitsNeed() throws Exception {
    refused(
        flights.worker(flights.pipeline()).withVariable("SLUICE_GRACE_PERIOD_SECONDS", "40"),
        "40",
        "60",
        "need",
        "window");
  }

  @Test
  void nothingOfTheAboveIsRefusedWithoutTheMistake() throws Exception {
    try (WorkerProcess worker =
        flights
            .worker(flights.pipeline().withTop("startup", "30s"))
            .with("--exit-when-idle", "500ms")
            .withVariable("SLUICE_GRACE_PERIOD_SECONDS", "60")
            .start()) {
      assertThat(worker.exitCode()).as(worker::seen).isZero();
    }
  }
}
