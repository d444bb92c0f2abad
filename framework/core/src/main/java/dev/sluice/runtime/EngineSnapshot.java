package dev.sluice.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the engine looked like at one moment, for threads other than its event loop.
 *
 * @param atNanos when, by the worker's clock: a snapshot that grows old means a blocked event loop
 * @param lanes every lane this worker has
 * @param held records received and neither settled nor handed back
 * @param lag records not received yet, over all lanes
 * @param remaining records not settled yet, over all lanes
 * @param unaccounted what conservation can't explain, always 0
 * @param stuck a handler that has not come back by limit + commit
 * @param outage for how long a dependency of the handler has been down, if one is
 */
record EngineSnapshot(
    long atNanos,
    List<LaneView> lanes,
    long held,
    long lag,
    long remaining,
    long unaccounted,
    boolean stuck,
    Optional<Duration> outage) {

  /**
   * One lane.
   *
   * @param name the lane
   * @param generation how often this worker was given it
   * @param state open, revoking, halted or gone
   * @param position the settled position
   * @param lag records not received yet
   * @param buffered records read and not started
   * @param tryAge the age of the oldest try in flight
   * @param halted why the lane is halted
   */
  record LaneView(
      String name,
      long generation,
      String state,
      long position,
      long lag,
      long buffered,
      Optional<Duration> tryAge,
      Optional<String> halted) {}

  static EngineSnapshot empty(long atNanos) {
    return new EngineSnapshot(atNanos, List.of(), 0, 0, 0, 0, false, Optional.empty());
  }

  List<LanePosition> positions() {
    return lanes.stream()
        .map(lane -> new LanePosition(lane.name(), lane.generation(), lane.position()))
        .toList();
  }

  long halted() {
    return lanes.stream().filter(lane -> lane.halted().isPresent()).count();
  }
}
