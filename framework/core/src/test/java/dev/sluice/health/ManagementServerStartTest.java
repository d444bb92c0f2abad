package dev.sluice.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.ManagementSettings;
import io.vertx.core.Vertx;
import io.vertx.junit5.Timeout;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
@Timeout(value = 20, timeUnit = TimeUnit.SECONDS)
class ManagementServerStartTest {
  private static final String LOOPBACK = "127.0.0.1";

  private final FakeStatus status = new FakeStatus();

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
}
