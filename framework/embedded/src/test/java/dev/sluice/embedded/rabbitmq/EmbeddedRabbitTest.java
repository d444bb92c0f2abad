package dev.sluice.embedded.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.embedded.ServerFailed;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.ProcStat;
import dev.sluice.embedded.process.ProcessId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRabbitTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @TempDir Path temporary;
  private Path data;
  private EmbeddedRabbit rabbit;

  @BeforeEach
  void startIt() {
    // Erlang and its scripts split at spaces where they can.
    data = temporary.resolve("with a space");
    rabbit = EmbeddedRabbit.in(data, RabbitOptions.defaults());
    rabbit.start();
  }

  @AfterEach
  void killIt() {
    rabbit.kill();
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
  void runsInASessionOfItsOwnSoThatCtrlCDoesNotReachIt() throws Exception {
    long ours = ProcStat.of(ProcessHandle.current().pid()).orElseThrow().session();

    assertThat(ProcStat.of(rabbit.pid()).orElseThrow().session())
        .isEqualTo(rabbit.pid())
        .isNotEqualTo(ours);
  }

  @Test
  void comesBackAtItsAddressAfterSomebodyElseKilledIt() throws Exception {
    String url = rabbit.vhost("kept");
    ProcessHandle killed = ProcessHandle.of(rabbit.pid()).orElseThrow();
    killed.destroyForcibly();
    killed.onExit().get(10, TimeUnit.SECONDS);

    rabbit.start();

    assertThat(rabbit.vhost("kept")).isEqualTo(url);
    assertThat(Handshake.answered(rabbit.port(), PATIENCE)).isTrue();
  }

  @Test
  void refusesADirectoryThatIsInUse() {
    EmbeddedRabbit second = EmbeddedRabbit.in(data, RabbitOptions.defaults());

    assertThatThrownBy(second::start)
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining(data.toString())
        .hasMessageContaining("in use");
    assertThat(Handshake.answered(rabbit.port(), PATIENCE)).isTrue();
  }
}
