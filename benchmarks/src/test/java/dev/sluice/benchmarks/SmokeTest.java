package dev.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.benchmarks.claim.ClaimBench;
import dev.sluice.benchmarks.claim.ClaimFigures;
import dev.sluice.benchmarks.contest.ContestFigures;
import dev.sluice.benchmarks.contest.Length;
import dev.sluice.benchmarks.jobs.JobsBench;
import dev.sluice.benchmarks.kafka.KafkaBench;
import dev.sluice.benchmarks.load.LoadBench;
import dev.sluice.benchmarks.rabbitmq.RabbitBench;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every benchmark runs, if only for a moment; what it measures is not looked at but for bounds. */
class SmokeTest {

  @Test
  void recordsOfEveryOrderGoThroughTheEngine() throws Exception {
    List<Figures.Throughput> figures = CoreRun.run(CoreRun.Length.SMOKE);

    assertThat(figures)
        .extracting(Figures.Throughput::ordering)
        .containsExactlyInAnyOrder("LANE", "KEY", "NONE", "LANE");
    assertThat(figures).allMatch(figure -> figure.recordsPerSecond() > 1000);
  }

  @Test
  void everybodyWhoCanReadsWorksAndCommitsARaceToItsEnd() throws Exception {
    ContestFigures figures =
        KafkaBench.run(
            List.of("look-1m", "compute", "wait-10ms"), Length.SMOKE, Machine.here("none"));

    assertThat(figures.races())
        .hasSize(3)
        .flatExtracting(ContestFigures.Outcome::standings)
        .hasSize(15)
        .allSatisfy(
            standing ->
                assertThat(standing.trouble()).as(standing.name()).matches("(left out: .*)?"));
  }

  @Test
  void everybodyEmptiesTheQueueOfARace() throws Exception {
    ContestFigures figures =
        RabbitBench.run(RabbitBench.names(), Length.SMOKE, Machine.here("none"));

    assertThat(figures.races())
        .hasSize(2)
        .flatExtracting(ContestFigures.Outcome::standings)
        .hasSize(8)
        .allSatisfy(standing -> assertThat(standing.trouble()).as(standing.name()).isEmpty());
  }

  @Test
  void everybodyFinishesTheJobsOfARace() throws Exception {
    ContestFigures figures = JobsBench.run(JobsBench.names(), Length.SMOKE, Machine.here("none"));

    assertThat(figures.races())
        .hasSize(1)
        .flatExtracting(ContestFigures.Outcome::standings)
        .hasSize(5)
        .allSatisfy(standing -> assertThat(standing.trouble()).as(standing.name()).isEmpty());
  }

  @Test
  void everybodyLoadsARaceToItsEnd() throws Exception {
    ContestFigures figures = LoadBench.run(LoadBench.names(), Length.SMOKE, Machine.here("none"));

    assertThat(figures.races())
        .hasSize(2)
        .flatExtracting(ContestFigures.Outcome::standings)
        .hasSize(6)
        .allSatisfy(standing -> assertThat(standing.trouble()).as(standing.name()).isEmpty());
  }

  @Test
  void claimsOfAFullAndOfAnEmptyTableAreTimed() throws Exception {
    ClaimFigures figures = ClaimBench.run(Length.SMOKE, Machine.here("none"));

    assertThat(figures.full().p50()).isPositive();
    assertThat(figures.small().p50()).isPositive();
  }

  @Test
  void heapDoesNotGrowWithTheNumberOfKeys() {
    // Far more keys than slots both times: an unused slot costs nothing.
    Figures.Heap heap = KeysHeap.measure(new KeysHeap.Scale(100, 60_000, 2_000, 20_000));

    assertThat(heap.chunksInFlight()).isEqualTo(100);
    assertThat(heap.fewKeysBytes()).isGreaterThan(60_000 * 100);
    assertThat(heap.ratio()).isBetween(0.8, 1.2);
  }
}
