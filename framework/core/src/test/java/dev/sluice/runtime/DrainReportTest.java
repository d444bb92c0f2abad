package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.drain.DrainEffect;
import dev.sluice.drain.DrainOutcome;
import dev.sluice.drain.StopReason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrainReportTest {

  private static DrainReport report(List<LanePosition> lanes) {
    return new DrainReport(
        "flights",
        new DrainEffect.Report(StopReason.TERM, DrainOutcome.CUT, 3),
        Duration.ofSeconds(80),
        List.of(
            new Phases.Phase("intake", Duration.ofSeconds(60), Duration.ofMillis(12)),
            new Phases.Phase("drain", Duration.ofSeconds(60), Duration.ofNanos(1_999_999)),
            new Phases.Phase("settle", Duration.ofSeconds(10), Duration.ofMillis(3)),
            new Phases.Phase("close", Duration.ofSeconds(10), Duration.ZERO)),
        new DrainReport.Counts(1, 2, 3, 4, 5, 8, 6, 9, 7, 0),
        lanes);
  }

  private static List<LanePosition> lanes(int count, String name) {
    return IntStream.range(0, count)
        .mapToObj(i -> new LanePosition(name + "-" + i, i + 1, 1_000_000_000L + i))
        .toList();
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void theKeysAndTheirOrderAreAPromiseToOutsiders() {
    assertThat(report(List.of(new LanePosition("flights-0", 3, 1234))).line())
        .isEqualTo(
            "{\"event\":\"drain-report\",\"pipeline\":\"flights\",\"reason\":\"TERM\","
                + "\"outcome\":\"cut\",\"exitCode\":3,\"windowMs\":80000,"
                + "\"phases\":[{\"name\":\"intake\",\"budgetMs\":60000,\"tookMs\":12},"
                + "{\"name\":\"drain\",\"budgetMs\":60000,\"tookMs\":1},"
                + "{\"name\":\"settle\",\"budgetMs\":10000,\"tookMs\":3},"
                + "{\"name\":\"close\",\"budgetMs\":10000,\"tookMs\":0}],"
                + "\"chunks\":{\"finished\":1,\"checkpointed\":2,\"handedBack\":3,\"cut\":4},"
                + "\"records\":{\"settled\":5,\"deadLettered\":8,\"skipped\":6,\"delayed\":9,"
                + "\"handedBack\":7,\"unaccounted\":0},"
                + "\"lanes\":[{\"lane\":\"flights-0\",\"generation\":3,\"position\":1234}]}");
  }

  @Test
  void theReportIsOneLineHoweverManyLanesThereAre() {
    assertThat(report(lanes(500, "a\nb")).line()).doesNotContain("\n");
    assertThat(RigOutput.json(report(lanes(500, "x")).line()).get("lanes")).hasSize(500);
  }

  @Test
  void aReportThatFitsIsTheTerminationMessageAsItIs() {
    DrainReport report = report(lanes(3, "flights"));

    assertThat(report.terminationMessage()).isEqualTo(report.line());
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 57, 58, 59, 60, 61, 62, 63, 64, 65, 100, 1_000, 20_000})
  void aTerminationMessageFitsAndCountsTheLanesItLeavesOut(int count) {
    String message = report(lanes(count, "flights")).terminationMessage();
    JsonNode tree = RigOutput.json(message);
    int shown = tree.get("lanes").size();
    int omitted = tree.path("lanesOmitted").asInt(0);

    assertThat(bytes(message)).isLessThanOrEqualTo(4096);
    assertThat(shown + omitted).isEqualTo(count);
    assertThat(tree.has("lanesOmitted")).isEqualTo(omitted > 0);
    assertThat(shown)
        .as("no more than needed is left out")
        .isGreaterThanOrEqualTo(Math.min(count, 40));
  }

  @Test
  void bytesCountNotCharacters() {
    String message = report(lanes(100, "Zürich→東京")).terminationMessage();

    assertThat(bytes(message)).isLessThanOrEqualTo(4096);
    assertThat(RigOutput.json(message).get("records").get("settled").asInt()).isEqualTo(5);
  }

  @Test
  void lanesWithLongNamesAreLeftOutRatherThanTheCounts() {
    String message = report(lanes(3, "x".repeat(5_000))).terminationMessage();
    JsonNode tree = RigOutput.json(message);

    assertThat(bytes(message)).isLessThanOrEqualTo(4096);
    assertThat(tree.get("lanesOmitted").asInt()).isEqualTo(3);
    assertThat(tree.get("chunks").get("cut").asInt()).isEqualTo(4);
  }
}
