package dev.sluice.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {
  private static final Duration BOUND = Duration.ofSeconds(10);

  @TempDir Path directory;
  private Process process;
  private PidFile file;

  @BeforeEach
  void startAProcess() throws Exception {
    process = new ProcessBuilder("sleep", "600").start();
    file = new PidFile(directory.resolve("a.pid"));
  }

  @AfterEach
  void endIt() {
    process.destroyForcibly();
  }

  @Test
  void endsTheProcessItRemembers() {
    file.write(ProcessId.of(process.pid()).orElseThrow());

    file.endLeftover(Signal.TERM, BOUND);

    assertThat(process.isAlive()).isFalse();
    assertThat(directory.resolve("a.pid")).doesNotExist();
  }

  @Test
  void leavesALaterProcessWithTheSamePidAlone() {
    file.write(new ProcessId(process.pid(), "some-earlier-boot:1"));

    file.endLeftover(Signal.TERM, BOUND);

    assertThat(process.isAlive()).isTrue();
    assertThat(directory.resolve("a.pid")).doesNotExist();
  }

  @Test
  void takesAnIllegibleFileForNone() throws Exception {
    Files.writeString(directory.resolve("a.pid"), "-1\nx\n");

    assertThat(file.read()).isEmpty();
    file.endLeftover(Signal.TERM, BOUND);

    assertThat(directory.resolve("a.pid")).doesNotExist();
  }

  @Test
  void readsWhatWasWritten() {
    ProcessId id = ProcessId.of(process.pid()).orElseThrow();

    file.write(id);

    assertThat(file.read()).contains(id);
    assertThat(id.alive()).isTrue();
  }

  @Test
  void killsWhatDoesNotEndInTimeWithItsChildren() throws Exception {
    Process stubborn =
        new ProcessBuilder("sh", "-c", "trap '' TERM; echo; sleep 600; true").start();
    try {
      assertThat(stubborn.getInputStream().read()).isEqualTo('\n');

      Ending.politely(stubborn.toHandle(), Signal.TERM, Duration.ofMillis(100));

      assertThat(stubborn.isAlive()).isFalse();
    } finally {
      stubborn.descendants().forEach(ProcessHandle::destroyForcibly);
      stubborn.destroyForcibly();
    }
  }
}
