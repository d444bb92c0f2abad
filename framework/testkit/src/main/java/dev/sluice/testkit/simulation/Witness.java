package dev.sluice.testkit.simulation;

import dev.sluice.config.OnFailure;
import java.util.Arrays;

/**
 * What really happened to each record, kept beside the engine and not by it. Records have numbers;
 * everything is an array over them.
 */
final class Witness {
  static final byte GOOD = 0;
  static final byte MALFORMED = 1;
  static final byte POISON = 2;

  int count;
  private int deliveries;
  byte[] kind = new byte[64];
  byte[] key = new byte[64];
  int[] lane = new int[64];
  int[] index = new int[64];

  /** In how many handlers the record is now. */
  byte[] inside = new byte[64];

  /** In how many failed tries it was since it was delivered. */
  byte[] failed = new byte[64];

  /** Done since it was delivered last. */
  boolean[] done = new boolean[64];

  /** The call with it that has come back; the engine hears of it in the next turns. */
  ModelCall[] ending = new ModelCall[64];

  /** Done, and not yet called again. */
  boolean[] everDone = new boolean[64];

  /** May be called again although it is done. */
  boolean[] excused = new boolean[64];

  /** The latest of its failed tries was with this record alone. */
  boolean[] alone = new boolean[64];

  /** What the latest of its failed tries failed with. */
  Failure[] failure = new Failure[64];

  /** Its dead letter is confirmed to the engine since it was delivered last. */
  boolean[] buried = new boolean[64];

  /** Its handler has rejected it in the try that it is in, or was in last. */
  boolean[] rejected = new boolean[64];

  /** When it was delivered last, in the order of deliveries; 0 for never. */
  int[] delivery = new int[64];

  /** How often a handler was called with it. */
  int[] calls = new int[64];

  /** Which attempt its last delivery is, at a source that counts them; 0 at others. */
  int[] attempt = new int[64];

  /** Called since it was delivered last, and not stopped at a checkpoint. */
  boolean[] touched = new boolean[64];

  int deliveries() {
    return deliveries;
  }

  int add(int laneNumber, int laneIndex, byte ofKind, byte withKey) {
    if (count == kind.length) {
      grow();
    }
    lane[count] = laneNumber;
    index[count] = laneIndex;
    kind[count] = ofKind;
    key[count] = withKey;
    return count++;
  }

  private void grow() {
    int more = count * 2;
    kind = Arrays.copyOf(kind, more);
    key = Arrays.copyOf(key, more);
    lane = Arrays.copyOf(lane, more);
    index = Arrays.copyOf(index, more);
    inside = Arrays.copyOf(inside, more);
    failed = Arrays.copyOf(failed, more);
    done = Arrays.copyOf(done, more);
    ending = Arrays.copyOf(ending, more);
    everDone = Arrays.copyOf(everDone, more);
    alone = Arrays.copyOf(alone, more);
    buried = Arrays.copyOf(buried, more);
    failure = Arrays.copyOf(failure, more);
    rejected = Arrays.copyOf(rejected, more);
    delivery = Arrays.copyOf(delivery, more);
    attempt = Arrays.copyOf(attempt, more);
    calls = Arrays.copyOf(calls, more);
    excused = Arrays.copyOf(excused, more);
    touched = Arrays.copyOf(touched, more);
  }

  /** Handed to an engine, for the first time or again. */
  void delivered(int id, boolean log) {
    delivery[id] = ++deliveries;
    if (!log) {
      // What a lane has left behind, it has left behind, though it comes again.
      forgetDelivery(id);
    }
  }

  /** An owner that is told of the lane knows nothing of the record. */
  void forget(int id) {
    forgetDelivery(id);
    touched[id] = false;
  }

  private void forgetDelivery(int id) {
    done[id] = false;
    buried[id] = false;
    rejected[id] = false;
    alone[id] = false;
    failed[id] = 0;
  }

  /** The engine may be sure of it. */
  void done(int id) {
    done[id] = true;
    everDone[id] = true;
  }

  /** The engine may treat it as done, if it has heard of it by now. */
  boolean settleable(int id) {
    return done[id] || (!rejected[id] && ending[id] != null && ending[id].countsAsDone());
  }

  /** Whether the policy gives a record up. */
  boolean givenUp(int id, Knobs knobs, OnFailure how) {
    if (kind[id] == MALFORMED && knobs.malformed == how) {
      return true;
    }
    if (rejected[id] && knobs.then == how) {
      return true;
    }
    ModelCall last = ending[id];
    boolean failing = last != null && !last.countsAsDone();
    int failures = attempt[id] > 0 ? attempt[id] : failed[id] + (failing ? 1 : 0);
    if (failing && last.left() == 1 && knobs.givenUp(last.failure(), failures, how)) {
      return true;
    }
    return alone[id] && knobs.givenUp(failure[id], failures, how);
  }

  /** Whether the latest try with a record was with it alone, and has failed. */
  boolean failedAlone(int id) {
    ModelCall last = ending[id];
    return last == null ? alone[id] : !last.countsAsDone() && last.left() == 1;
  }

  /** Whether a rejected record has come to its end, as the policy says. */
  boolean over(int id, Knobs knobs) {
    return buried[id] || knobs.then == OnFailure.SKIP;
  }

  /** Whether a record that is not done may be settled all the same. */
  boolean passable(int id, Knobs knobs) {
    return buried[id] || givenUp(id, knobs, OnFailure.SKIP);
  }

  /** From now on every record can be processed. */
  void mend() {
    Arrays.fill(kind, 0, count, GOOD);
  }

  /** The process has died with everything that was running in it. */
  void processDied() {
    Arrays.fill(inside, 0, count, (byte) 0);
    Arrays.fill(ending, 0, count, null);
    Arrays.fill(touched, 0, count, false);
  }
}
