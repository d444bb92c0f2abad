package dev.sluice.testkit.rehearsal;

import dev.sluice.runtime.EngineCounts;
import java.util.List;

/**
 * What became of the records over several lives in front of one broker.
 *
 * @param lost not settled, or settled and neither done nor given up by policy
 * @param again how often a record was worked on beyond once
 */
record Reckoning(long lost, long again) {

  /** On the loop, when all lives are over. */
  static Reckoning of(Dealt dealt, List<? extends Life<?>> lives, boolean checkpointsAll) {
    int[] worked = new int[dealt.size()];
    int[] done = new int[dealt.size()];
    // The intruder is no record of the file, whatever the policy does with it.
    long givenUp = dealt.hasIntruder() ? -1 : 0;
    for (Life<?> life : lives) {
      life.witness().count(worked, Call::worked);
      life.witness().count(done, call -> call.done(checkpointsAll));
      EngineCounts counts = life.worker().counts();
      givenUp += counts.deadLettered() + counts.skipped();
    }
    long unsettled = 0;
    long undone = 0;
    long again = 0;
    for (int number = 0; number < dealt.size(); number++) {
      if (!dealt.settled(number)) {
        unsettled++;
      } else if (done[number] == 0) {
        undone++;
      }
      again += Math.max(0, worked[number] - 1);
    }
    return new Reckoning(unsettled + Math.max(0, undone - Math.max(0, givenUp)), again);
  }
}
