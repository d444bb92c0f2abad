package dev.sluice.testkit.rehearsal;

import dev.sluice.testkit.FakeBroker;
import dev.sluice.testkit.FakeLane;
import dev.sluice.testkit.FakeRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The records of the file and how they are dealt to lanes: by key where they have one, else in
 * turn.
 *
 * @param records in the order of the file
 * @param lanes how many lanes there are, at least 1
 * @param queue whether lanes are queues
 */
record Deck(List<FakeRecord> records, int lanes, boolean queue) {
  /** The header that carries a record's number in the file. */
  static final String NUMBER = "sluice-rehearsal";

  /** Copies the records. */
  Deck {
    records = List.copyOf(records);
  }

  int size() {
    return records.size();
  }

  /** A broker of its own with all records, and one more in the middle of the first lane if any. */
  Dealt deal(Optional<FakeRecord> intruder) {
    FakeBroker broker = queue ? FakeBroker.queue() : FakeBroker.log();
    List<List<Integer>> hands = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      hands.add(new ArrayList<>());
    }
    for (int number = 0; number < size(); number++) {
      byte[] key = records.get(number).key();
      hands.get(Math.floorMod(key == null ? number : Arrays.hashCode(key), lanes)).add(number);
    }
    int[] lane = new int[size()];
    int[] index = new int[size()];
    int at = -1;
    List<FakeLane> dealt = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      FakeLane to = broker.lane("rehearsal-" + i);
      dealt.add(to);
      List<Integer> hand = hands.get(i);
      for (int place = 0; place <= hand.size(); place++) {
        if (i == 0 && place == hand.size() / 2) {
          intruder.ifPresent(to::append);
          at = intruder.isPresent() ? place : -1;
        }
        if (place < hand.size()) {
          int number = hand.get(place);
          lane[number] = i;
          index[number] = to.records().size();
          to.append(records.get(number).header(NUMBER, Integer.toString(number)));
        }
      }
    }
    return new Dealt(broker, dealt, lane, index, at);
  }
}
