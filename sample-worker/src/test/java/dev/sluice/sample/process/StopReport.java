package dev.sluice.sample.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;

/** The drain report as an outsider reads it. A key that is missing or new does not parse. */
public record StopReport(
    String event,
    String pipeline,
    String reason,
    String outcome,
    int exitCode,
    long windowMs,
    List<Phase> phases,
    Chunks chunks,
    Records records,
    List<Lane> lanes) {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(
              com.fasterxml.jackson.databind.DeserializationFeature
                  .FAIL_ON_MISSING_CREATOR_PROPERTIES);
  private static final String BEGINNING = "{\"event\":\"drain-report\"";

  /** One phase and what it took of its budget. */
  public record Phase(String name, long budgetMs, long tookMs) {}

  /** The chunks the stop found. */
  public record Chunks(long finished, long checkpointed, long handedBack, long cut) {}

  /** The records of the whole run. */
  public record Records(
      long settled,
      long deadLettered,
      long skipped,
      long delayed,
      long handedBack,
      long unaccounted) {}

  /** Where a lane was left. */
  public record Lane(String lane, long generation, long position) {}

  /** What a phase took. */
  public Duration took(String phase) {
    return phases.stream()
        .filter(it -> it.name().equals(phase))
        .map(it -> Duration.ofMillis(it.tookMs()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no phase " + phase + " in " + this));
  }

  /** Whether a line of standard output is a report. */
  static boolean is(String line) {
    return line.startsWith(BEGINNING);
  }

  static StopReport parse(String line) {
    try {
      return JSON.readValue(line, StopReport.class);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not a drain report: " + line, e);
    }
  }
}
