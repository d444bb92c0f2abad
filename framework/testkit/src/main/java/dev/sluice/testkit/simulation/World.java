package dev.sluice.testkit.simulation;

import dev.sluice.testkit.FakeBroker;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.testkit.ManualClock;
import java.util.List;

/** What outlives a process: the broker, the time, and who has seen what. */
final class World {
  private static final String[] NAMES = {"a", "b", "c"};
  private static final int KEYS = 3;

  final Dice dice;
  final Profile profile;
  final Knobs knobs;
  final Trace trace;
  final ManualClock clock = new ManualClock();
  final FakeBroker broker;
  final Witness witness = new Witness();
  final LaneModel[] lanes;
  private Violation violation;
  private boolean mended;

  World(Dice dice, Profile profile, Trace trace) {
    this.dice = dice;
    this.profile = profile;
    this.trace = trace;
    knobs = new Knobs(dice, profile);
    broker =
        profile.log()
            ? FakeBroker.log()
            : profile.keeps() ? FakeBroker.table() : FakeBroker.queue();
    lanes = new LaneModel[knobs.lanes];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = new LaneModel(NAMES[i], broker.lane(NAMES[i]));
    }
  }

  /** Only the first one counts: what follows may be its consequence. */
  void violate(Invariant invariant, String detail) {
    if (violation == null) {
      violation = new Violation(invariant, detail);
      if (trace.on()) {
        trace.add("VIOLATION at " + time() + ": " + violation);
      }
    }
  }

  Violation violation() {
    return violation;
  }

  boolean broken() {
    return violation != null;
  }

  int laneNumber(String name) {
    return name.charAt(0) - 'a';
  }

  LaneModel lane(String name) {
    return lanes[laneNumber(name)];
  }

  LaneModel anyLane() {
    return lanes[dice.below(lanes.length)];
  }

  /** A producer appends a record. */
  void append(int laneNumber) {
    LaneModel lane = lanes[laneNumber];
    int draw = mended ? 0 : dice.below(40);
    byte kind = draw == 39 ? Witness.MALFORMED : draw == 38 ? Witness.POISON : Witness.GOOD;
    byte key = (byte) dice.below(KEYS);
    int id = witness.add(laneNumber, lane.size, kind, key);
    lane.append(id);
    lane.fake.append(
        new FakeRecord(new byte[] {key}, new byte[] {(byte) (id >> 8), (byte) id}, List.of(), 0));
    if (profile.log() && dice.chance(10)) {
      broker.gap(lane.name, dice.between(1, 3));
    }
  }

  /** The number of a record, from its bytes. */
  static int idOf(byte[] bytes) {
    return ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
  }

  /** Turns a record's bytes into its number, or refuses it. */
  Integer decode(byte[] bytes) {
    int id = idOf(bytes);
    if (witness.kind[id] == Witness.MALFORMED) {
      throw new Planned("does not decode");
    }
    return id;
  }

  /** Whoever is on call has mended what made records fail. */
  void mend() {
    mended = true;
    witness.mend();
    trace.add("mended");
  }

  boolean allSettled() {
    for (LaneModel lane : lanes) {
      if (lane.fake.settledRecords() < lane.size) {
        return false;
      }
    }
    return true;
  }

  String time() {
    return (clock.nanos() / 1_000_000 + 3000) + " ms";
  }

  /** A failure that was meant to happen; cheap, because there are millions. */
  static class Planned extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Planned(String message) {
      super(message, null, false, false);
    }
  }
}
