package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS with certificates on both sides, and a password that is changed. */
@Timeout(120)
class SecurityTest {
  private static final String QUEUE = "work";
  private static final TaskLimits LIMITS = TaskLimits.limit(Duration.ofSeconds(20));

  @TempDir static Path directory;
  private static TestCertificates certificates;
  private static RabbitBroker broker;
  private static TestQueues queues;

  private final Queue<String> done = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void start() throws Exception {
    certificates =
        new TestCertificates(directory)
            .sign("worker", "worker.example")
            .sign("elsewhere", "elsewhere.example");
    broker =
        EmbeddedRabbit.temporary(
            RabbitOptions.defaults()
                .withTls()
                .withManagement()
                .withSetting("ssl_options.verify", "verify_peer")
                .withSetting("ssl_options.fail_if_no_peer_cert", "true")
                .withSetting("ssl_options.cacertfile", certificates.authority().toString()));
    broker.start();
    queues = new TestQueues(broker).declare(QUEUE, QueueType.CLASSIC, Map.of());
  }

  @AfterAll
  static void stop() {
    queues.close();
    broker.close();
  }

  private static Settings at(String url) {
    return Settings.of(url, QUEUE).type(QueueType.CLASSIC).onlyLook();
  }

  private static Settings secure(RabbitTlsConfig tls) {
    return at(queues.url(broker.tlsPort()).replace("amqp://", "amqps://")).tls(tls);
  }

  private static RabbitTlsConfig trusting(Path authority) {
    return showing(authority, certificates.certificate("worker"), certificates.key("worker"));
  }

  private static RabbitTlsConfig showing(Path authority, Path certificate, Path key) {
    return new RabbitTlsConfig(
        Optional.of(authority.toString()),
        Optional.of(certificate.toString()),
        Optional.of(key.toString()));
  }

  private QueueWorker worker(Settings settings) {
    return new QueueWorker(
        settings,
        new QueueWorker.Figures().chunk(10).chunks(1).attempts(1),
        ChunkHandler.of(
            LIMITS,
            (chunk, context) -> {
              chunk.records().forEach(record -> done.add(record.value()));
              return Future.succeededFuture(Outcome.DONE);
            }));
  }

  @Test
  void eachSideShowsACertificateThatTheOtherTrusts() {
    queues.publish(QUEUE, List.of("a"));
    try (QueueWorker worker = worker(secure(trusting(broker.caFile())))) {
      await().until(() -> done.contains("a"));
      assertThat(worker.stop().settled()).isEqualTo(1);
    }
  }

  @Test
  void aBrokerThatNobodyTrustedHasSignedIsRefusedAtOnce() {
    assertThat(Opening.refused(secure(trusting(certificates.authority()))))
        .startsWith("pipeline.source.rabbitmq: 127.0.0.1:" + broker.tlsPort())
        .contains("shows a certificate that is not trusted", "Fix: name the certificates")
        .contains("tls.caFile");
  }

  @Test
  void aBrokerWithTheCertificateOfAnotherHostIsRefusedAtOnce() {
    try (RabbitBroker elsewhere =
        EmbeddedRabbit.temporary(
            RabbitOptions.defaults()
                .withTls()
                .withSetting(
                    "ssl_options.certfile", certificates.certificate("elsewhere").toString())
                .withSetting("ssl_options.keyfile", certificates.key("elsewhere").toString()))) {
      elsewhere.start();
      String url = elsewhere.url().replace(":" + elsewhere.port(), ":" + elsewhere.tlsPort());

      assertThat(
              Opening.refused(
                  at(url.replace("amqp://", "amqps://")).tls(trusting(certificates.authority()))))
          .contains("not trusted", "127.0.0.1", "a host in url that it is made for");
    }
  }

  @Test
  void aWorkerThatShowsNoCertificateIsToldThatTheBrokerWantsOne() {
    RabbitTlsConfig none =
        new RabbitTlsConfig(
            Optional.of(broker.caFile().toString()), Optional.empty(), Optional.empty());

    assertThat(Opening.refused(secure(none)))
        .contains("refuses this worker's TLS", "Fix: show a certificate", "tls.certificateFile");
  }

  @Test
  void tlsToAPlainPortIsToldFromABrokerThatIsNotThere() {
    String url = queues.url().replace("amqp://", "amqps://");

    assertThat(Opening.refused(at(url).tls(trusting(broker.caFile()))))
        .contains("does not speak TLS", "TLS port");
  }

  @Test
  void filesThatCanNotBeReadAreNamed() throws IOException {
    Path missing = directory.resolve("missing.pem");
    Path noise = Files.writeString(directory.resolve("noise.pem"), "noise");
    Path worker = certificates.certificate("worker");

    assertThat(Opening.refused(secure(trusting(missing))))
        .startsWith("pipeline.source.rabbitmq.tls.caFile: '" + missing + "' can't be read")
        .contains("Fix: name a PEM file");
    assertThat(Opening.refused(secure(trusting(noise))))
        .startsWith("pipeline.source.rabbitmq.tls.caFile: '" + noise + "'");
    assertThat(Opening.refused(secure(showing(broker.caFile(), noise, worker))))
        .startsWith("pipeline.source.rabbitmq.tls.certificateFile: '" + noise + "'");
    assertThat(Opening.refused(secure(showing(broker.caFile(), worker, worker))))
        .startsWith("pipeline.source.rabbitmq.tls.keyFile: '" + worker + "'")
        .contains("BEGIN PRIVATE KEY", "PKCS 8");
    assertThat(Opening.refused(at("amqp://u@127.0.0.1:" + broker.port()).passwordFile(missing)))
        .startsWith("pipeline.source.rabbitmq.passwordFile: '" + missing + "' can't be read")
        .contains("Fix: mount the secret there");
  }

  /** As an operator would, by the management plugin. */
  private static void put(String path, String json) throws Exception {
    String login = broker.user() + ":" + broker.password();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(broker.managementUrl() + "/api/" + path))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> answer =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
  }

  @Test
  void aPasswordThatIsChangedInItsFileIsUsedByTheNextConnection() throws Exception {
    Path file = Files.writeString(directory.resolve("password"), "pw-one\n");
    put("users/rotating", "{\"password\":\"pw-one\",\"tags\":\"\"}");
    put(
        "permissions/" + queues.vhost() + "/rotating",
        "{\"configure\":\".*\",\"write\":\".*\",\"read\":\".*\"}");
    String url = queues.url().replaceFirst("//[^@]*@", "//rotating@");
    try (LoggedLines log = LoggedLines.of("dev.sluice.rabbitmq");
        QueueWorker worker = worker(at(url).passwordFile(file))) {
      put("users/rotating", "{\"password\":\"pw-two\",\"tags\":\"\"}");
      broker.closeConnections(queues.vhost());
      await()
          .untilAsserted(
              () -> assertThat(log.lines()).anyMatch(line -> line.contains("ACCESS_REFUSED")));
      Files.writeString(file, "pw-two\n");
      queues.publish(QUEUE, List.of("a"));
      await().until(() -> done.contains("a"));
      assertThat(worker.stop().settled()).isEqualTo(1);
      assertThat(log.lines()).noneMatch(line -> line.contains("pw-one"));
    }
  }
}
