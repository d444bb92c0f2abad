package dev.sluice.audit.supervisord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.chain.PodStop;
import dev.sluice.chain.StopGroup;
import dev.sluice.chain.StopProgram;
import dev.sluice.chain.SupervisorStop;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight configurations run and are stopped for real, at the same time; the times of the kills and
 * of the end are what the arithmetic says, within a second.
 */
class MeasuredStopTimesTest {
  private static final long FOREVER = 120;
  private static final Duration TOLERANCE = Duration.ofSeconds(1);

  @TempDir private Path directory;

  @Test
  void killsAndEndsComeWhenTheArithmeticSaysSo() throws IOException {
    Map<String, RunningSupervisord> running = new LinkedHashMap<>();
    try {
      for (OracleCase one : OracleCase.read("measured.txt")) {
        running.put(
            one.name(),
            new RunningSupervisord(
                directory.resolve(one.name()), one.files().get(OracleCase.MAIN)));
      }
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> running.values().stream().allMatch(RunningSupervisord::ready));
      running.values().forEach(RunningSupervisord::stop);
      SoftAssertions softly = new SoftAssertions();
      for (Map.Entry<String, RunningSupervisord> one : running.entrySet()) {
        compare(softly, one.getKey(), one.getValue());
      }
      softly.assertAll();
      assertThat(running).hasSize(8);
    } finally {
      running.values().forEach(RunningSupervisord::close);
    }
  }

  private static void compare(SoftAssertions softly, String name, RunningSupervisord supervisord)
      throws IOException {
    RunningSupervisord.Times measured = supervisord.times();
    PodStop pod = pod(supervisord.config());
    SupervisorStop predicted = SupervisorStop.of(pod);
    long killed = 0;
    for (SupervisorStop.ProgramStop program : predicted.programs()) {
      if (program.killed()) {
        killed++;
        softly
            .assertThat(measured.kills().get(program.program().name()))
            .as("%s: %s is killed", name, program.program().name())
            .isCloseTo(Duration.ofSeconds(program.latest()), TOLERANCE);
      }
    }
    softly.assertThat(measured.kills()).as("kills of %s", name).hasSize((int) killed);
    softly
        .assertThat(measured.gone())
        .as("%s is gone", name)
        .isCloseTo(Duration.ofSeconds(predicted.latest()), TOLERANCE)
        .isLessThanOrEqualTo(Duration.ofSeconds(pod.sum().needed()));
  }

  /** Copies of a program are programs of their own here, each with a log line of its own. */
  private static PodStop pod(SupervisordConfig config) {
    List<StopGroup> groups =
        config.groups().stream()
            .map(
                group ->
                    new StopGroup(
                        group.name(),
                        group.programs().stream().flatMap(MeasuredStopTimesTest::copies).toList()))
            .toList();
    return new PodStop(OptionalLong.of(300), 0, Optional.empty(), true, groups);
  }

  private static Stream<StopProgram> copies(SupervisedProgram program) {
    boolean stubborn = program.command().stream().anyMatch(word -> word.text().contains("trap"));
    OptionalLong wait =
        program.stopwait().isDefault()
            ? OptionalLong.empty()
            : OptionalLong.of(program.stopwait().granted().orElseThrow());
    return IntStream.range(0, program.copies())
        .mapToObj(
            copy ->
                StopProgram.job(
                    program.copies() == 1 ? program.name() : program.name() + copy,
                    wait,
                    stubborn ? FOREVER : 0));
  }
}
