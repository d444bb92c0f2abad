package dev.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.benchmarks.claim.ClaimFigures;
import dev.sluice.benchmarks.claim.ClaimTable;
import dev.sluice.benchmarks.contest.ContestFigures;
import dev.sluice.benchmarks.contest.ContestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures that the documentation tells of are those that were measured. */
class FiguresTest {
  private static final Path ROOT = Path.of("..");

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  private static Figures measured() throws IOException {
    return Figures.read(read("benchmarks/results/core.json"));
  }

  @Test
  void theTableShowsTheMeasuredFigures() throws Exception {
    assertThat(read("benchmarks/results/core.md")).isEqualTo(FiguresTable.of(measured()));
  }

  @Test
  void thePageShowsTheMeasuredFigures() throws Exception {
    String page = read("docs/benchmarks.md");

    assertThat(page).isEqualTo(FiguresPage.of("core").with(page, FiguresTable.of(measured())));
  }

  @Test
  void whatIsKeptIsAFullRunThatMeetsTheTargets() throws Exception {
    Figures figures = measured();

    assertThat(figures.quick()).isFalse();
    assertThat(figures.throughput())
        .filteredOn(figure -> figure.ordering().equals("LANE"))
        .isNotEmpty()
        .allMatch(figure -> figure.recordsPerSecond() >= 5_000_000);
    assertThat(figures.keysHeap().ratio()).isLessThanOrEqualTo(1.2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka", "rabbitmq", "jobs", "load"})
  void theTableOfAContestAndThePageShowWhatWasMeasured(String name) throws Exception {
    ContestFigures races = ContestFigures.read(read("benchmarks/results/" + name + ".json"));
    String page = read("docs/benchmarks.md");
    String table = ContestTable.of(races);

    assertThat(read("benchmarks/results/" + name + ".md")).isEqualTo(table);
    assertThat(page).isEqualTo(FiguresPage.of(name).with(page, table));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka", "rabbitmq", "jobs", "load"})
  void everyRaceThatIsKeptIsAFullOne(String name) throws Exception {
    ContestFigures races = ContestFigures.read(read("benchmarks/results/" + name + ".json"));

    assertThat(races.races())
        .isNotEmpty()
        .extracting(ContestFigures.Outcome::id)
        .isSubsetOf(Part.allNames());
    assertThat(races.races()).noneMatch(ContestFigures.Outcome::quick);
    assertThat(ContestFigures.read(races.json())).isEqualTo(races);
  }

  @Test
  void theClaimsAreThoseOfAFullRun() throws Exception {
    ClaimFigures claims = ClaimFigures.read(read("benchmarks/results/claim.json"));
    String page = read("docs/benchmarks.md");
    String table = ClaimTable.of(claims);

    assertThat(claims.quick()).isFalse();
    assertThat(ClaimFigures.read(claims.json())).isEqualTo(claims);
    assertThat(read("benchmarks/results/claim.md")).isEqualTo(table);
    assertThat(page).isEqualTo(FiguresPage.of("claim").with(page, table));
  }

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    Figures figures = measured();

    assertThat(Figures.read(figures.json())).isEqualTo(figures);
  }

  @Test
  void aPageWithoutAPlaceForFiguresIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FiguresPage.of("core").with("# Page", "| table |"))
        .withMessageContaining("no place for figures");
  }
}
