package dev.sluice.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * The drain report as an object.
 *
 * @param outcome {@code clean}, {@code cut} or {@code forced}
 * @param exitCode the process's exit code
 * @param finished chunks whose try ended during the stop with everything done
 * @param checkpointed chunks whose try stopped at a checkpoint
 * @param chunksHandedBack chunks whose try failed during the stop
 * @param cut chunks whose try was ended from outside
 * @param settled records settled in this run
 * @param deadLettered records given up with a dead letter in this run
 * @param skipped records passed over by policy in this run
 * @param handedBack records received in this run and left to the next owner
 * @param unaccounted records in none of these: always 0
 * @param json the whole line
 */
public record StopReport(
    String outcome,
    int exitCode,
    long finished,
    long checkpointed,
    long chunksHandedBack,
    long cut,
    long settled,
    long deadLettered,
    long skipped,
    long handedBack,
    long unaccounted,
    String json) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads the line a worker has written.
   *
   * @throws IllegalArgumentException when it is not a drain report
   */
  public static StopReport parse(String line) {
    JsonNode root;
    try {
      root = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a drain report: " + line, e);
    }
    if (!"drain-report".equals(root.path("event").asText())) {
      throw new IllegalArgumentException("not a drain report: " + line);
    }
    JsonNode chunks = root.get("chunks");
    JsonNode records = root.get("records");
    return new StopReport(
        root.get("outcome").asText(),
        root.get("exitCode").asInt(),
        chunks.get("finished").asLong(),
        chunks.get("checkpointed").asLong(),
        chunks.get("handedBack").asLong(),
        chunks.get("cut").asLong(),
        records.get("settled").asLong(),
        records.get("deadLettered").asLong(),
        records.get("skipped").asLong(),
        records.get("handedBack").asLong(),
        records.get("unaccounted").asLong(),
        line);
  }
}
