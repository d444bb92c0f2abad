package dev.sluice.embedded.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RabbitOptionsTest {

  // The plugin's server takes an offer of HTTP/2 beside a body for an error.
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir Path data;

  @Test
  void everyOptionTogetherAndOverARestart() throws Exception {
    RabbitOptions options =
        RabbitOptions.defaults().withTls().withManagement().withSetting("heartbeat", "7");
    try (EmbeddedRabbit rabbit = EmbeddedRabbit.in(data, options)) {
      rabbit.start();
      String queue = "/api/queues/%2F/kept";
      assertThat(http(rabbit, "PUT", queue, "{\"durable\":true}").statusCode()).isEqualTo(201);
      byte[] certificate = Files.readAllBytes(rabbit.caFile());
      assertThat(heartbeatByTls(rabbit)).isEqualTo(7);
      rabbit.kill();

      rabbit.start();

      assertThat(http(rabbit, "GET", queue, "").body()).contains("\"name\":\"kept\"");
      assertThat(rabbit.caFile()).hasBinaryContent(certificate);
      assertThat(heartbeatByTls(rabbit)).isEqualTo(7);
    }
  }

  private static int heartbeatByTls(EmbeddedRabbit rabbit) throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(rabbit.caFile())) {
      trusted.setCertificateEntry(
          "broker", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(rabbit.host());
    factory.setPort(rabbit.tlsPort());
    factory.setUsername(rabbit.user());
    factory.setPassword(rabbit.password());
    factory.useSslProtocol(context);
    factory.enableHostnameVerification();
    try (Connection connection = factory.newConnection()) {
      return connection.getHeartbeat();
    }
  }

  private static HttpResponse<String> http(
      EmbeddedRabbit rabbit, String method, String path, String body) throws Exception {
    String credentials = rabbit.user() + ":" + rabbit.password();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(rabbit.managementUrl() + path))
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString(credentials.getBytes(StandardCharsets.UTF_8)))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return HTTP.send(request, BodyHandlers.ofString());
  }
}
