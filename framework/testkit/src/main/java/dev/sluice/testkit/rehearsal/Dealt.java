package dev.sluice.testkit.rehearsal;

import dev.sluice.testkit.FakeBroker;
import dev.sluice.testkit.FakeLane;
import java.util.List;

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
