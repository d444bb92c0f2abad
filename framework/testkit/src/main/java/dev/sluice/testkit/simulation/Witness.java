package dev.sluice.testkit.simulation;

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

  /** Called since it was delivered last, and not stopped at a checkpoint. */
  boolean[] touched = new boolean[64];

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
    excused = Arrays.copyOf(excused, more);
    touched = Arrays.copyOf(touched, more);
  }

  /** Handed to an engine, for the first time or again. */
  void delivered(int id) {
    done[id] = false;
    failed[id] = 0;
    touched[id] = false;
  }

  /** The engine may be sure of it. */
  void done(int id) {
    done[id] = true;
    everDone[id] = true;
  }

  /** The engine may treat it as done, if it has heard of it by now. */
  boolean settleable(int id) {
    return done[id] || (ending[id] != null && ending[id].countsAsDone());
  }

  /** Whether the policy lets a record pass that is not done. */
  boolean passable(int id, Knobs knobs) {
    if (kind[id] == MALFORMED && knobs.skipMalformed) {
      return true;
    }
    int failures = failed[id] + (ending[id] == null || ending[id].countsAsDone() ? 0 : 1);
    return knobs.skipFailed && failures >= knobs.attempts;
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
