package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** What one poison record costs its neighbours in a chunk, for every size, place and figure. */
class PoisonBoundTest {
  private static final int LARGEST = 64;
  private static final int MOST_ATTEMPTS = 8;

  /** One chunk driven to its end as a strand does it. */
  private static final class Drive {
    final int[] tries;
    final FailurePolicy policy;
    final int poison;
    final boolean checkpoints;
    int givenUp = -1;

    Drive(int size, int attempts, int poison, boolean checkpoints) {
      this.tries = new int[size];
      this.policy = FailurePolicyTest.policy(attempts);
      this.poison = poison;
      this.checkpoints = checkpoints;
      run(size);
    }

    private void run(int size) {
      Deque<Work> waiting = new ArrayDeque<>();
      waiting.add(FailurePolicyTest.work(size, 0));
      int done = 0;
      while (!waiting.isEmpty()) {
        Work work = waiting.pollFirst();
        int first = (int) work.rest().number(0);
        assertThat(first).as("nothing passes what has failed").isEqualTo(done);
        for (int i = 0; i < work.size(); i++) {
          tries[first + i]++;
        }
        if (poison < first || poison >= first + work.size()) {
          done = first + work.size();
          continue;
        }
        Work failed = work;
        if (checkpoints && poison > first) {
          failed = new Work(work.rest().tail(poison - first), 0, true);
          done = poison;
        }
        judge(failed, waiting);
        if (givenUp == done) {
          done++;
        }
      }
      assertThat(done).isEqualTo(size);
    }

    private void judge(Work failed, Deque<Work> waiting) {
      FailurePolicy.Verdict verdict = policy.judge(failed, new IllegalArgumentException("poison"));
      Work counted = new Work(failed.rest(), failed.failures() + 1, true);
      if (verdict instanceof FailurePolicy.Retry) {
        waiting.addFirst(counted);
      } else if (verdict instanceof FailurePolicy.Split) {
        int half = counted.size() / 2;
        waiting.addFirst(counted.part(half, counted.size()));
        waiting.addFirst(counted.part(0, half));
      } else {
        assertThat(verdict).isInstanceOf(FailurePolicy.GivenUp.class);
        assertThat(failed.size()).as("only a record alone is given up").isEqualTo(1);
        givenUp = (int) failed.rest().number(0);
      }
    }
  }

  private static int log2(int n) {
    return n == 1 ? 0 : 32 - Integer.numberOfLeadingZeros(n - 1);
  }

  private static void promise(boolean checkpoints) {
    for (int size = 1; size <= LARGEST; size++) {
      for (int attempts = 1; attempts <= MOST_ATTEMPTS; attempts++) {
        int bound = Math.max(attempts, 2) + 2 * log2(size);
        for (int poison = 0; poison < size; poison++) {
          Drive drive = new Drive(size, attempts, poison, checkpoints);
          assertThat(drive.givenUp).isEqualTo(poison);
          assertThat(drive.tries[poison]).isGreaterThanOrEqualTo(attempts);
          drive.tries[poison] = 0;
          assertThat(Arrays.stream(drive.tries).max().orElse(0))
              .as("%d records, poison at %d, %d attempts", size, poison, attempts)
              .isLessThanOrEqualTo(bound);
        }
      }
    }
  }

  @Test
  void neighboursOfOnePoisonRecordAreTriedNoMoreOftenThanPromised() {
    promise(false);
  }

  @Test
  void theyAreNotEitherWhenTheHandlerMakesCheckpoints() {
    promise(true);
  }
}
