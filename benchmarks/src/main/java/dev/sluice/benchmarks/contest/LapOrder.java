package dev.sluice.benchmarks.contest;

/** What a contestant is asked to do in one lap; travels to its JVM as JSON. */
public interface LapOrder {

  /** How many records there are; the lap is over when as many are done. */
  int records();
}
