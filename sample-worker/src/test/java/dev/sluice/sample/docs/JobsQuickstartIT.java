package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.process.LeavesNoProcess;
import dev.sluice.sample.process.StopReport;
import dev.sluice.sample.process.WorkerCommand;
import dev.sluice.sample.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs every command of docs/jobs-quickstart.md in its order, on a directory of its own. */
@ExtendWith(LeavesNoProcess.class)
class JobsQuickstartIT {
  private static final Pattern ROW = Pattern.compile("row=\"(\\d+)\"");

  @TempDir Path directory;

  private static List<String> ended(WorkerCommand command) throws InterruptedException {
    try (WorkerProcess process = command.start()) {
      assertThat(process.exitCode()).as(process::seen).isZero();
      List<String> said = new ArrayList<>(process.outLines());
      said.addAll(process.errLines());
      return said;
    }
  }

  private static long row(List<String> lines, String what) {
    String line =
        lines.stream()
            .filter(each -> each.contains("FileImport - " + what + " file=\"airports.csv\""))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no '" + what + "' in " + lines));
    Matcher row = ROW.matcher(line);
    assertThat(row.find()).isTrue();
    return Long.parseLong(row.group(1));
  }

  @Test
  void everyCommandDoesWhatThePageSays() throws Exception {
    DevCommands commands = DevCommands.of("docs/jobs-quickstart.md", directory.resolve("data"));
    List<String> first = ended(commands.next());
    assertThat(row(first, "import begins")).isEqualTo(1);
    assertThat(row(first, "import has ended")).isEqualTo(3377);
    assertThat(first).anyMatch(line -> line.startsWith("settled 1 / 1 "));

    List<String> stopped;
    try (WorkerProcess worker = commands.next().inOwnSession().start()) {
      worker.awaitErr("FileImport - import begins");
      assertThat(ended(commands.next()))
          .anyMatch(line -> line.matches(" *2 +claimed +import-airports .*"));
      worker.letRun(Duration.ofSeconds(1));
      worker.interruptGroup();
      assertThat(worker.exitCode()).as(worker::seen).isZero();
      StopReport report = worker.report();
      assertThat(report.outcome()).isEqualTo("clean");
      assertThat(report.records().handedBack()).isEqualTo(1);
      stopped = worker.errLines();
    }
    long goesOnAt = row(stopped, "import was stopped");
    assertThat(goesOnAt).isBetween(101L, 3376L);

    List<String> rest = ended(commands.next());
    assertThat(row(rest, "import goes on")).isEqualTo(goesOnAt);
    assertThat(row(rest, "import has ended")).isEqualTo(3377);

    List<String> jobs = ended(commands.next());
    assertThat(jobs).anyMatch(line -> line.startsWith("2 jobs;"));
    assertThat(jobs)
        .anyMatch(line -> line.matches(" *1 +done +import-airports +- +0 +1 .*"))
        .anyMatch(line -> line.matches(" *2 +done +import-airports +- +0 +1 .*"));
    commands.assertAllRun();
  }
}
