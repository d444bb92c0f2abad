package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs every command of docs/rabbitmq-quickstart.md in its order, on a directory of its own. */
@ExtendWith(LeavesNoProcess.class)
class RabbitQuickstartIT {
  @TempDir Path directory;

  @Test
  void everyCommandDoesWhatThePageSays() throws Exception {
    DevCommands commands = DevCommands.of("docs/rabbitmq-quickstart.md", directory.resolve("data"));
    try (WorkerProcess first = commands.next().start()) {
      assertThat(settled(first)).isEqualTo(20_000);
      assertThat(first.outLines()).anyMatch(line -> line.startsWith("settled 20,000 / 20,000 "));
      assertThat(first.errLines()).anyMatch(line -> line.startsWith("starting RabbitMQ and "));
    }

    long settled;
    try (WorkerProcess worker = commands.next().inOwnSession().start()) {
      worker.awaitLane();
      try (WorkerProcess second = commands.next().inOwnSession().start()) {
        second.awaitOut("settled ");
        second.interruptGroup();
        settled = settled(second);
      }
      worker.interruptGroup();
      settled += settled(worker);
    }
    assertThat(settled).isBetween(1L, 19_999L);

    try (WorkerProcess rest = commands.next().start()) {
      assertThat(settled + settled(rest)).isEqualTo(20_000);
    }
    commands.assertAllRun();
  }

  private static long settled(WorkerProcess worker) throws InterruptedException {
    assertThat(worker.exitCode()).as(worker::seen).isZero();
    assertThat(worker.report().outcome()).isEqualTo("clean");
    assertThat(worker.report().records().unaccounted()).isZero();
    return worker.report().records().settled();
  }
}
