package dev.sluice.testkit.rehearsal;

import dev.sluice.progress.LaneRef;
import dev.sluice.testkit.FakeBroker;
import dev.sluice.testkit.FakeLane;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A broker with the records of the file. Used on the loop. */
final class Dealt {
  private final FakeBroker broker;
  private final List<FakeLane> lanes;
  private final int[] lane;
  private final int[] index;
  private final int intruder;

  Dealt(FakeBroker broker, List<FakeLane> lanes, int[] lane, int[] index, int intruder) {
    this.broker = broker;
    this.lanes = List.copyOf(lanes);
    this.lane = lane;
    this.index = index;
    this.intruder = intruder;
  }

  FakeBroker broker() {
    return broker;
  }

  List<FakeLane> lanes() {
    return lanes;
  }

  String[] laneNames() {
    return lanes.stream().map(FakeLane::name).toArray(String[]::new);
  }

  /** The lanes that a worker has, in its generation. */
  Set<LaneRef> owned() {
    return lanes.stream()
        .filter(FakeLane::owned)
        .map(each -> new LaneRef(each.name(), each.generation()))
        .collect(Collectors.toSet());
  }

  /** Whether a record of the file is settled. */
  boolean settled(int number) {
    return lanes.get(lane[number]).settled(index[number]);
  }

  /** Whether there is a record that is not of the file. */
  boolean hasIntruder() {
    return intruder >= 0;
  }

  /** Whether a record of the file stands behind the intruder in its lane. */
  boolean behindIntruder(int number) {
    return intruder >= 0 && lane[number] == 0 && index[number] > intruder;
  }

  /** Whether every record is settled, an intruder included. */
  boolean allSettled() {
    return lanes.stream().allMatch(each -> each.settledRecords() == each.records().size());
  }

  int size() {
    return lane.length;
  }
}
