package dev.sluice.benchmarks.contest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.sluice.benchmarks.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What races have brought, as it is written to JSON.
 *
 * @param races in the order of their declaration, those that were run
 */
public record ContestFigures(List<Outcome> races) {

  /**
   * One race. Each has its own machine, because they may be run one by one.
   *
   * @param id of the race
   * @param title of the race
   * @param quick few rounds: to see that it runs, not to compare
   * @param machine where
   * @param settings those that matter, the same for everybody
   * @param unit what is counted, in the plural
   * @param records how many of them
   * @param yardstick what ratios are to
   * @param target the least that Sluice's is to be
   * @param standings who came how far, Sluice first
   * @param rivals what Sluice is by those who are not the yardstick
   */
  public record Outcome(
      String id,
      String title,
      boolean quick,
      Machine machine,
      String settings,
      String unit,
      int records,
      String yardstick,
      double target,
      List<Standing> standings,
      List<Rival> rivals) {}

  /**
   * One contestant in one race.
   *
   * @param name who
   * @param rounds how many laps count
   * @param rate how many of the unit a second
   * @param ratio to the yardstick, each lap to the one in the same round
   * @param commits how often positions were sent in a lap, the median; 0 where nobody counts
   * @param trouble why it has no figures, or empty
   */
  public record Standing(
      String name, int rounds, Spread rate, Spread ratio, long commits, String trouble) {}

  /**
   * Somebody Sluice is to be ahead of.
   *
   * @param name who
   * @param ratio of Sluice to them, each lap to the one in the same round
   */
  public record Rival(String name, Spread ratio) {}

  /**
   * Of many figures.
   *
   * @param median the middle one
   * @param min the least
   * @param max the greatest
   */
  public record Spread(double median, double min, double max) {
    /** The spread of figures, in any order. */
    public static Spread of(List<Double> figures) {
      List<Double> sorted = new ArrayList<>(figures);
      sorted.sort(null);
      return sorted.isEmpty()
          ? new Spread(0, 0, 0)
          : new Spread(sorted.get(sorted.size() / 2), sorted.get(0), sorted.get(sorted.size() - 1));
    }
  }

  /** Those of a file; none when it is missing. */
  public static ContestFigures in(Path file) throws IOException {
    return Files.exists(file) ? read(Files.readString(file)) : new ContestFigures(List.of());
  }

  /**
   * The same with other outcomes of the races that were run again.
   *
   * @param order the names of all races
   */
  public ContestFigures with(ContestFigures again, List<String> order) {
    List<Outcome> all = new ArrayList<>();
    for (String id : order) {
      again.find(id).findFirst().or(() -> find(id).findFirst()).ifPresent(all::add);
    }
    return new ContestFigures(all);
  }

  private Stream<Outcome> find(String id) {
    return races.stream().filter(race -> race.id().equals(id));
  }

  /** As JSON, a line break at the end. */
  public String json() {
    try {
      return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads what {@link #json()} has written. */
  public static ContestFigures read(String json) throws JsonProcessingException {
    return new ObjectMapper().readValue(json, ContestFigures.class);
  }
}
