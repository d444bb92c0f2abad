package dev.sluice.benchmarks.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.sluice.benchmarks.Machine;
import java.util.ArrayList;
import java.util.List;

/**
 * What the races have brought, as it is written to JSON.
 *
 * @param races in the order of {@link Race#ALL}, those that were run
 */
public record KafkaFigures(List<Outcome> races) {

  /**
   * One race. Each has its own machine, because they may be run one by one.
   *
   * @param id of the race
   * @param title of the race
   * @param quick few rounds: to see that it runs, not to compare
   * @param machine where
   * @param client the version of the Kafka client, the same for everybody
   * @param records of the topic
   * @param pollRecords the most of a poll
   * @param yardstick what ratios are to
   * @param target the least that Sluice's is to be
   * @param standings who came how far
   */
  public record Outcome(
      String id,
      String title,
      boolean quick,
      Machine machine,
      String client,
      int records,
      int pollRecords,
      String yardstick,
      double target,
      List<Standing> standings) {}

  /**
   * One contestant in one race.
   *
   * @param name who
   * @param rounds how many laps count
   * @param rate records a second
   * @param ratio to the yardstick, each lap to the one in the same round
   * @param commits how often positions were sent in a lap, the median
   * @param trouble why it has no figures, or empty
   */
  public record Standing(
      String name, int rounds, Spread rate, Spread ratio, long commits, String trouble) {}

  /**
   * Of many figures.
   *
   * @param median the middle one
   * @param min the least
   * @param max the greatest
   */
  public record Spread(double median, double min, double max) {
    static Spread of(List<Double> figures) {
      List<Double> sorted = new ArrayList<>(figures);
      sorted.sort(null);
      return sorted.isEmpty()
          ? new Spread(0, 0, 0)
          : new Spread(sorted.get(sorted.size() / 2), sorted.get(0), sorted.get(sorted.size() - 1));
    }
  }

  /** The same with other outcomes of the races that were run again. */
  KafkaFigures with(List<Outcome> again) {
    List<Outcome> all = new ArrayList<>();
    for (Race race : Race.ALL) {
      again.stream()
          .filter(one -> one.id().equals(race.id()))
          .findFirst()
          .or(() -> races.stream().filter(one -> one.id().equals(race.id())).findFirst())
          .ifPresent(all::add);
    }
    return new KafkaFigures(all);
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
  public static KafkaFigures read(String json) throws JsonProcessingException {
    return new ObjectMapper().readValue(json, KafkaFigures.class);
  }
}
