package dev.sluice.sample.stop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.WorkerProcess;
import dev.sluice.sample.stubborn.StubbornFixture;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The next owner of a lane says how the one before it ended. */
@ExtendWith(LeavesNoProcess.class)
class SurvivorIT {
  private static final String UNCLEAN = "unclean takeover: ";

  @TempDir Path directory;

  private static WorkerProcess patient(StubbornFixture records) throws Exception {
    WorkerProcess worker =
        records
            .worker(
                "unending",
                records.pipeline("unending").with("limits", "{ unending: { limit: 60s } }"))
            .start();
    worker.awaitOut("began 10");
    return worker;
  }

  private static List<String> takeovers(StubbornFixture records) throws Exception {
    try (WorkerProcess next =
        records.worker("obedient").with("--exit-when-idle", "500ms").start()) {
      assertThat(next.exitCode()).as(next::seen).isZero();
      return next.errLines().stream().filter(line -> line.contains(UNCLEAN)).toList();
    }
  }

  @Test
  void aStopThatWasCutIsToldWithTheLayerThatWaitsThatLong() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker = patient(records)) {
      worker.terminate();
      worker.awaitOut("\"event\":\"draining\",\"elapsedMs\":10");
      worker.kill();
    }

    assertThat(takeovers(records))
        .singleElement()
        .asString()
        // The mark is renewed every second: the last one may be almost a second old.
        .containsPattern("was cut (9|10) s into a window of 62 s: supervisord's default, 10 s");
  }

  @Test
  void aKillWithoutAStopIsToldAndACleanStopIsNot() throws Exception {
    StubbornFixture records = StubbornFixture.create(directory);
    try (WorkerProcess worker = patient(records)) {
      worker.kill();
    }

    assertThat(takeovers(records)).singleElement().asString().contains("ended without a stop");
    assertThat(takeovers(records)).isEmpty();
  }
}
