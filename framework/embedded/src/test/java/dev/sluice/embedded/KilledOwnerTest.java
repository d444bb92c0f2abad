package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.embedded.process.PidFile;
import dev.sluice.embedded.process.ProcessId;
import dev.sluice.embedded.process.Signal;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class KilledOwnerTest {
  private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

  @TempDir Path data;

  @AfterEach
  void endWhatATestThatFailedLeft() throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      files
          .filter(file -> file.toString().endsWith(".pid"))
          .forEach(file -> new PidFile(file).endLeftover(Signal.TERM, Duration.ofSeconds(5)));
    }
  }

  @Test
  void kafkaEndsByItselfWhenItsOwnerIsKilled() throws Exception {
    try (OwnerProcess owner = new OwnerProcess(TEMPORARY, "kafka", data.toString())) {
      ProcessId kafka = ProcessId.of(Long.parseLong(owner.line())).orElseThrow();

      owner.kill();

      await().atMost(Duration.ofSeconds(20)).until(() -> !kafka.alive());
    }
  }

  @Test
  void postgresEndsByItselfWhenItsOwnerIsKilled() throws Exception {
    try (OwnerProcess owner = new OwnerProcess(TEMPORARY, "postgres", data.toString())) {
      ProcessId postgres = ProcessId.of(Long.parseLong(owner.line())).orElseThrow();

      owner.kill();

      await().atMost(Duration.ofSeconds(20)).until(() -> !postgres.alive());
    }
  }

  @Test
  void rabbitmqAndItsPortMapperEndByThemselvesWhenTheirOwnerIsKilled() throws Exception {
    try (OwnerProcess owner = new OwnerProcess(TEMPORARY, "rabbitmq", data.toString())) {
      ProcessId rabbit = ProcessId.of(Long.parseLong(owner.line())).orElseThrow();
      ProcessId mapper = new PidFile(data.resolve("rabbitmq-epmd.pid")).read().orElseThrow();
      assertThat(mapper.alive()).isTrue();

      owner.kill();

      await().atMost(Duration.ofSeconds(20)).until(() -> !rabbit.alive() && !mapper.alive());
      assertThat(data.resolve("rabbitmq.log"))
          .content()
          .contains("SIGTERM received - shutting down");
    }
  }

  @Test
  void whatAKilledOwnerLeavesOfRabbitmqIsEndedByTheNextStart() throws Exception {
    try (OwnerProcess owner = new OwnerProcess(TEMPORARY, "rabbitmq", data.toString())) {
      ProcessId rabbit = ProcessId.of(Long.parseLong(owner.line())).orElseThrow();
      ProcessId mapper = new PidFile(data.resolve("rabbitmq-epmd.pid")).read().orElseThrow();
      new PidFile(data.resolve("rabbitmq-lifeline.pid"))
          .read()
          .flatMap(ProcessId::handle)
          .orElseThrow()
          .destroyForcibly();
      owner.kill();
      assertThat(rabbit.alive()).isTrue();
      assertThat(mapper.alive()).isTrue();

      try (EmbeddedRabbit next = EmbeddedRabbit.in(data, RabbitOptions.defaults())) {
        next.start();

        assertThat(rabbit.alive()).isFalse();
        assertThat(mapper.alive()).isFalse();
        assertThat(next.vhost("works")).endsWith("/works");
      }
    }
  }

  @Test
  void aLeftoverServerIsEndedByTheNextStartEvenWithoutItsPidFile() throws Exception {
    try (OwnerProcess owner = new OwnerProcess(TEMPORARY, "postgres", data.toString())) {
      ProcessId leftover = ProcessId.of(Long.parseLong(owner.line())).orElseThrow();
      new PidFile(data.resolve("postgres/lifeline.pid"))
          .read()
          .flatMap(ProcessId::handle)
          .orElseThrow()
          .destroyForcibly();
      owner.kill();
      Files.delete(data.resolve("postgres.pid"));
      assertThat(leftover.alive()).isTrue();

      try (EmbeddedPostgres next = EmbeddedPostgres.in(data, PostgresOptions.forTests())) {
        next.start();

        assertThat(leftover.alive()).isFalse();
        try (Connection connection = next.connect("postgres")) {
          assertThat(connection.isValid(5)).isTrue();
        }
      }
    }
  }

  @Test
  void sharedServersAndTheirDataGoWhenTheJvmEnds() throws Exception {
    try (OwnerProcess owner = new OwnerProcess(TEMPORARY, "shared")) {
      ProcessId postgres = ProcessId.of(Long.parseLong(owner.line())).orElseThrow();
      Path run = runOf(owner);
      assertThat(run).isDirectory();

      owner.end();

      assertThat(owner.alive()).isFalse();
      assertThat(postgres.alive()).isFalse();
      assertThat(run).doesNotExist();
    }
  }

  @Test
  void theDataOfAKilledJvmIsDeletedByTheNext() throws Exception {
    Path left;
    try (OwnerProcess killed = new OwnerProcess(data, "home")) {
      left = Path.of(killed.line()).getParent();
      killed.kill();
    }
    assertThat(left).isDirectory();

    try (OwnerProcess next = new OwnerProcess(data, "home")) {
      Path mine = Path.of(next.line()).getParent();

      assertThat(left).doesNotExist();
      assertThat(mine).isDirectory();
    }
  }

  private static Path runOf(OwnerProcess owner) throws Exception {
    Path home = TEMPORARY.resolve("sluice-embedded-" + System.getProperty("user.name"));
    try (Stream<Path> all = Files.list(home)) {
      return all.filter(
              path -> path.getFileName().toString().startsWith("run-" + owner.pid() + "-"))
          .findFirst()
          .orElseThrow();
    }
  }
}
