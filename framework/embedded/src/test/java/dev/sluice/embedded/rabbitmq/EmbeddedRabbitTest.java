package dev.sluice.embedded.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.ProcStat;
import dev.sluice.embedded.process.ProcessId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRabbitTest {

  @TempDir Path temporary;
  private Path data;
  private EmbeddedRabbit rabbit;

  @BeforeEach
  void startIt() {
    // The server's script splits at spaces where it can.
    data = temporary.resolve("with a space");
    rabbit = EmbeddedRabbit.in(data, RabbitOptions.defaults());
    rabbit.start();
  }

  @AfterEach
  void killIt() {
    rabbit.kill();
  }

  @Test
  void keepsMessagesItsAddressAndItsPasswordForTheNextRun() throws Exception {
    String url = rabbit.vhost("kept");
    publish(url, "kept");

    rabbit.restart();

    assertThat(rabbit.url("kept")).isEqualTo(url);
    assertThat(rabbit.counts("kept", "kept")).contains(new QueueCounts(1, 0, 0));
    rabbit.stop();

    rabbit = EmbeddedRabbit.in(data, RabbitOptions.defaults());
    rabbit.start();

    assertThat(rabbit.url("kept")).isEqualTo(url);
    assertThat(next(url)).isEqualTo("kept");
  }

  @Test
  void keepsMessagesOverAKill() throws Exception {
    String url = rabbit.vhost("kept");
    publish(url, "kept");
    // A broker writes down what queues there are some time after it has said that there is one.
    rabbit.restart();
    publish(url, "confirmed");
    ProcessId broker = ProcessId.of(rabbit.pid()).orElseThrow();
    ProcessId mapper = ProcessId.of(rabbit.mapperPid()).orElseThrow();

    rabbit.kill();

    assertThat(broker.alive()).isFalse();
    assertThat(mapper.alive()).isFalse();
    assertThat(rabbit.log()).content().doesNotContain("SIGTERM received");
    rabbit.start();
    assertThat(rabbit.url("kept")).isEqualTo(url);
    assertThat(next(url)).isEqualTo("kept");
    assertThat(next(url)).isEqualTo("confirmed");
  }

  @Test
  void comesBackAtItsAddressAfterSomebodyElseKilledIt() throws Exception {
    String url = rabbit.vhost("kept");
    ProcessId mapper = ProcessId.of(rabbit.mapperPid()).orElseThrow();
    ProcessHandle killed = ProcessHandle.of(rabbit.pid()).orElseThrow();
    killed.destroyForcibly();
    killed.onExit().get(10, TimeUnit.SECONDS);

    rabbit.start();

    assertThat(mapper.alive()).isFalse();
    assertThat(rabbit.url("kept")).isEqualTo(url);
    publish(url, "again");
  }

  @Test
  void leavesNoProcessAndNoPidFileWhenStopped() {
    ProcessId broker = ProcessId.of(rabbit.pid()).orElseThrow();
    ProcessId mapper = ProcessId.of(rabbit.mapperPid()).orElseThrow();
    assertThat(new PidFile(data.resolve("rabbitmq.pid")).read()).contains(broker);
    assertThat(new PidFile(data.resolve("rabbitmq-epmd.pid")).read()).contains(mapper);

    rabbit.stop();

    assertThat(broker.alive()).isFalse();
    assertThat(mapper.alive()).isFalse();
    assertThat(data.toFile().list()).containsExactlyInAnyOrder("rabbitmq", "rabbitmq.log");
    assertThat(rabbit.log()).content().contains("SIGTERM received - shutting down");
  }

  @Test
  void keepsToItselfInItsSessionAndItsDirectory() throws Exception {
    long ours = ProcStat.of(ProcessHandle.current().pid()).orElseThrow().session();

    assertThat(ProcStat.of(rabbit.pid()).orElseThrow().session())
        .isEqualTo(rabbit.pid())
        .isNotEqualTo(ours);
    assertThat(Files.getPosixFilePermissions(data.resolve("rabbitmq")))
        .containsExactlyInAnyOrderElementsOf(PosixFilePermissions.fromString("rwx------"));
    assertThatThrownBy(() -> Client.of(rabbit.url().replace(rabbit.password(), "wrong"), "test"))
        .hasMessageContaining("ACCESS_REFUSED");
  }

  @Test
  void standsBesideAnotherButNotInTheSameDirectory() throws Exception {
    EmbeddedRabbit same = EmbeddedRabbit.in(data, RabbitOptions.defaults());
    assertThatThrownBy(same::start)
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining(data.toString())
        .hasMessageContaining("in use");

    try (EmbeddedRabbit other =
        EmbeddedRabbit.in(temporary.resolve("other"), RabbitOptions.defaults())) {
      other.start();
      publish(rabbit.vhost("both"), "one");
      publish(other.vhost("both"), "two");

      other.stop();

      assertThat(next(rabbit.url("both"))).isEqualTo("one");
    }
  }

  @Test
  void showsTheEndOfTheLogWhenItCanNotStart() {
    rabbit.stop();
    rabbit =
        EmbeddedRabbit.in(data, RabbitOptions.defaults().withSetting("consumer_timeout", "soon"));

    assertThatThrownBy(rabbit::start)
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining("rabbitmq.log")
        .hasMessageContaining("consumer_timeout");
    assertThat(data.toFile().list()).containsExactlyInAnyOrder("rabbitmq", "rabbitmq.log");
  }

  private static void publish(String url, String text) throws Exception {
    try (Client client = Client.of(url, "test")) {
      client.declare("kept", "classic");
      client.publish("kept", text);
    }
  }

  private static String next(String url) throws Exception {
    try (Client client = Client.of(url, "test")) {
      return client.next("kept");
    }
  }
}
