package dev.sluice.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.InvalidSetup;
import dev.sluice.config.ManagementSettings;
import io.vertx.core.Vertx;
import io.vertx.junit5.Timeout;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(VertxExtension.class)
@Timeout(value = 20, timeUnit = TimeUnit.SECONDS)
class ManagementServerTest {
  private static final String LOOPBACK = "127.0.0.1";

  private final FakeStatus status = new FakeStatus();
  private final HttpClient client = HttpClient.newHttpClient();
  private ManagementServer server;

  @BeforeEach
  void start(Vertx vertx) throws Exception {
    server =
        ManagementServer.start(vertx, new ManagementSettings(LOOPBACK, 0), status)
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
  }

  @AfterEach
  void stop(VertxTestContext test) {
    server.close().onComplete(test.succeedingThenComplete());
  }

  @ParameterizedTest
  @ValueSource(strings = {"started", "ready", "live"})
  void answersAProbeWithAReasonPerCheck(String probe) throws Exception {
    status.set(probe, new Check.Item("source-opened", true, "opened"));
    assertThat(get("/health/" + probe).statusCode()).isEqualTo(200);

    status.set(
        probe,
        new Check.Item("source-opened", true, "opened"),
        new Check.Item("lanes", false, "flights-0 is halted"));
    HttpResponse<String> response = get("/health/" + probe + "?verbose");

    assertThat(response.statusCode()).isEqualTo(503);
    JsonNode json = new ObjectMapper().readTree(response.body());
    assertThat(json.get("ok").asBoolean()).isFalse();
    assertThat(json.at("/checks/0/ok").asBoolean()).isTrue();
    assertThat(json.at("/checks/1/name").asText()).isEqualTo("lanes");
    assertThat(json.at("/checks/1/reason").asText()).isEqualTo("flights-0 is halted");
    assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
  }

  @Test
  void showsTheWholeStatusAsVersionedJson() throws Exception {
    HttpResponse<String> response = get("/status");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(new ObjectMapper().readTree(response.body()))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"version":1,"pipeline":"flights","handler":"load","instance":"w-0",
                     "state":"running","uptimeMs":1500,
                     "chain":{"limitMs":120000,"checkpointEveryMs":15000,"needMs":15000,
                              "windowMs":35000,"graceSeconds":45},
                     "lanes":[{"lane":"flights-0","generation":3,"state":"open","position":1234,
                               "lag":5,"buffered":2},
                              {"lane":"flights-1","generation":1,"state":"halted","position":7,
                               "lag":0,"buffered":0,"halted":"poison"}],
                     "tries":[{"lane":"flights-0","ageMs":250}],
                     "records":{"settled":1,"deadLettered":2,"skipped":3,"handedBack":4,
                                "inFlight":5,"unaccounted":0},
                     "notes":["source away"]}"""));
  }

  @ParameterizedTest
  @CsvSource({"/", "/health", "/health/ready/", "/status/x", "/metrics", "/health/../status"})
  void answersOtherPathsWithNotFound(String path) throws Exception {
    HttpResponse<String> response = get(path);

    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.body()).startsWith("{\"error\":");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "HEAD", "OPTIONS"})
  void answersOtherMethodsWithNotAllowed(String method) throws Exception {
    HttpResponse<String> response =
        send(request("/health/live").method(method, BodyPublishers.ofString("x")).build());

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).contains("GET");
  }

  @Test
  void boundsTheHeadersOfARequest() throws Exception {
    assertThat(raw("GET /status HTTP/1.1\r\nHost: x\r\nA: " + "a".repeat(100_000) + "\r\n\r\n"))
        .matches("HTTP/1\\.[01] (431|414)");
    assertThat(raw("GET /" + "a".repeat(100_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
        .matches("HTTP/1\\.[01] (431|414)");
    assertThat(get("/status").statusCode()).isEqualTo(200);
  }

  @Test
  void saysSoWhenTheWorkerCantAnswer() throws Exception {
    status.broken = true;

    assertThat(get("/status").statusCode()).isEqualTo(500);
    assertThat(get("/health/live").statusCode()).isEqualTo(200);
  }

  @Test
  void answersWhileAnotherEventLoopIsBlocked(Vertx vertx) throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    // A context made now is given the next loop, not the server's.
    vertx
        .getOrCreateContext()
        .runOnContext(
            v -> {
              blocked.countDown();
              try {
                assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThat(blocked.await(5, TimeUnit.SECONDS)).isTrue();
    try {
      assertThat(get("/health/live").statusCode()).isEqualTo(200);
    } finally {
      release.countDown();
    }
  }

  @Test
  void refusesAPortInUseNamingKeyAndValue(Vertx vertx, VertxTestContext test) throws IOException {
    ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    int port = taken.getLocalPort();
    ManagementServer.start(vertx, new ManagementSettings(LOOPBACK, port), status)
        .onComplete(
            test.failing(
                cause ->
                    test.verify(
                        () -> {
                          taken.close();
                          assertThat(cause)
                              .isInstanceOf(InvalidSetup.class)
                              .hasMessageContaining("management.port " + port)
                              .hasMessageContaining("in use");
                          test.completeNow();
                        })));
  }

  @Test
  void refusesAnAddressOfAnotherMachine(Vertx vertx, VertxTestContext test) {
    ManagementServer.start(vertx, new ManagementSettings("192.0.2.1", 0), status)
        .onComplete(
            test.failing(
                cause ->
                    test.verify(
                        () -> {
                          assertThat(cause)
                              .isInstanceOf(InvalidSetup.class)
                              .hasMessageContaining("management.host '192.0.2.1'");
                          test.completeNow();
                        })));
  }

  @Test
  void explainsAHostNameThatIsUnknown() {
    ManagementSettings settings = new ManagementSettings("nowhere", 0);

    assertThat(ManagementServer.explained(settings, new UnknownHostException("nowhere")))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("management.host 'nowhere'");
    assertThat(ManagementServer.explained(settings, new IOException("other")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void stopsListeningWhenClosed(Vertx vertx, VertxTestContext test) {
    ManagementServer.start(vertx, new ManagementSettings(LOOPBACK, 0), status)
        .compose(other -> other.close().map(v -> other.port()))
        .compose(
            port ->
                vertx
                    .createNetClient()
                    .connect(port, LOOPBACK)
                    .transform(
                        result -> {
                          test.verify(() -> assertThat(result.failed()).isTrue());
                          return io.vertx.core.Future.succeededFuture();
                        }))
        .onComplete(test.succeedingThenComplete());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(request(path).GET().build());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + LOOPBACK + ":" + server.port() + path))
        .timeout(Duration.ofSeconds(5));
  }

  private HttpResponse<String> send(HttpRequest request) throws Exception {
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(5_000);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes(12), StandardCharsets.US_ASCII);
    }
  }

  private static final class FakeStatus implements WorkerStatus {
    private volatile Check started = Check.of();
    private volatile Check ready = Check.of();
    private volatile Check live = Check.of();
    private volatile boolean broken;

    void set(String probe, Check.Item... items) {
      switch (probe) {
        case "started" -> started = Check.of(items);
        case "ready" -> ready = Check.of(items);
        default -> live = Check.of(items);
      }
    }

    @Override
    public Check started() {
      return started;
    }

    @Override
    public Check ready() {
      return ready;
    }

    @Override
    public Check live() {
      return live;
    }

    @Override
    public StatusReport status() {
      if (broken) {
        throw new IllegalStateException("no engine");
      }
      return new StatusReport(
          "flights",
          "load",
          Optional.of("w-0"),
          "running",
          Duration.ofMillis(1500),
          new StatusReport.Figures(
              Duration.ofMinutes(2),
              Optional.of(Duration.ofSeconds(15)),
              Duration.ofSeconds(15),
              Duration.ofSeconds(35),
              45),
          List.of(
              new StatusReport.Lane("flights-0", 3, "open", 1234, 5, 2, Optional.empty()),
              new StatusReport.Lane("flights-1", 1, "halted", 7, 0, 0, Optional.of("poison"))),
          List.of(new StatusReport.RunningTry("flights-0", Duration.ofMillis(250))),
          new StatusReport.Records(1, 2, 3, 4, 5, 0),
          List.of("source away"));
    }
  }
}
