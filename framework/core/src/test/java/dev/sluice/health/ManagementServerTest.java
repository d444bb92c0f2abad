package dev.sluice.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.config.ManagementSettings;
import io.vertx.core.Vertx;
import io.vertx.junit5.Timeout;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
                    {"version":1,"pipeline":"flights","handler":"load",
                     "tasks":[{"handler":"load","kinds":[],"limitMs":120000,
                               "checkpointEveryMs":15000}],
                     "instance":"w-0",
                     "state":"running","uptimeMs":1500,
                     "chain":{"limitMs":120000,"checkpointEveryMs":15000,"needMs":15000,
                              "windowMs":35000,"graceSeconds":45},
                     "lanes":[{"lane":"flights-0","generation":3,"state":"open","position":1234,
                               "lag":5,"buffered":2},
                              {"lane":"flights-1","generation":1,"state":"halted","position":7,
                               "lag":0,"buffered":0,"halted":"poison"}],
                     "tries":[{"lane":"flights-0","ageMs":250}],
                     "records":{"settled":1,"deadLettered":2,"skipped":3,"delayed":6,"handedBack":4,
                                "inFlight":5,"unaccounted":0},
                     "takeovers":{"clean":6,"unclean":7},
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
}
