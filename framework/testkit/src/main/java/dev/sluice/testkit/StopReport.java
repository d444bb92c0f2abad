package dev.sluice.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker's drain report, read from the line that it prints.
 *
 * @param reason TERM, INT, idle or fatal
 * @param outcome clean, cut or forced
 * @param exitCode the process's
 * @param window the time the stop had
 * @param phases what was done in how much of which budget
 * @param chunks what became of the tries that the stop found
 * @param records what became of the records of this run
 * @param lanes where each lane was left
 */
public record StopReport(
    String reason,
    String outcome,
    int exitCode,
    Duration window,
    List<Phase> phases,
    Chunks chunks,
    Records records,
    List<Lane> lanes) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One phase of a stop. */
  public record Phase(String name, Duration budget, Duration took) {}

  /** Tries, by how they ended during the stop. */
  public record Chunks(long finished, long checkpointed, long handedBack, long cut) {}

  /** Records of the whole run. */
  public record Records(
      long settled, long deadLettered, long skipped, long handedBack, long unaccounted) {}

  /** A lane and the position to go on at. */
  public record Lane(String lane, long generation, long position) {}

  /** True for a line that {@link #parse} reads. */
  static boolean isOne(String line) {
    return line.contains("\"drain-report\"");
  }

  static StopReport parse(String line) {
    JsonNode root;
    try {
      root = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a drain report: " + line, e);
    }
    List<Phase> phases = new ArrayList<>();
    root.get("phases")
        .forEach(
            phase ->
                phases.add(
                    new Phase(
                        phase.get("name").asText(),
                        Duration.ofMillis(phase.get("budgetMs").asLong()),
                        Duration.ofMillis(phase.get("tookMs").asLong()))));
    List<Lane> lanes = new ArrayList<>();
    root.get("lanes")
        .forEach(
            lane ->
                lanes.add(
                    new Lane(
                        lane.get("lane").asText(),
                        lane.get("generation").asLong(),
                        lane.get("position").asLong())));
    JsonNode chunks = root.get("chunks");
    JsonNode records = root.get("records");
    return new StopReport(
        root.get("reason").asText(),
        root.get("outcome").asText(),
        root.get("exitCode").asInt(),
        Duration.ofMillis(root.get("windowMs").asLong()),
        List.copyOf(phases),
        new Chunks(
            chunks.get("finished").asLong(),
            chunks.get("checkpointed").asLong(),
            chunks.get("handedBack").asLong(),
            chunks.get("cut").asLong()),
        new Records(
            records.get("settled").asLong(),
            records.get("deadLettered").asLong(),
            records.get("skipped").asLong(),
            records.get("handedBack").asLong(),
            records.get("unaccounted").asLong()),
        List.copyOf(lanes));
  }
}
