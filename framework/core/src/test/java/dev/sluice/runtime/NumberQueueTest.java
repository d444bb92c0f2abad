package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberQueueTest {

  @Test
  void aFreshQueueIsEmpty() {
    NumberQueue queue = new NumberQueue();

    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.size()).isZero();
  }

  @Test
  void numbersComeOutInTheOrderTheyWentIn() {
    NumberQueue queue = new NumberQueue();
    for (long i = 0; i < 1000; i++) {
      queue.add(i * 7);
    }
    assertThat(queue.size()).isEqualTo(1000);
    for (long i = 0; i < 1000; i++) {
      assertThat(queue.peek()).isEqualTo(i * 7);
      assertThat(queue.poll()).isEqualTo(i * 7);
    }
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void growingAndShrinkingWhileTheRingHasWrappedLosesNothing() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      NumberQueue queue = new NumberQueue();
      Deque<Long> naive = new ArrayDeque<>();
      for (int step = 0; step < 3000; step++) {
        // Waves, so that it grows to hundreds and shrinks to nothing again.
        boolean add = random.nextInt(10) < ((step / 500) % 2 == 0 ? 7 : 3);
        if (add) {
          long number = random.nextLong();
          queue.add(number);
          naive.addLast(number);
        } else if (!naive.isEmpty()) {
          assertThat(queue.peek()).as("seed %d", seed).isEqualTo(naive.peekFirst());
          assertThat(queue.poll()).isEqualTo(naive.pollFirst());
        }
        assertThat(queue.size()).isEqualTo(naive.size());
        assertThat(queue.isEmpty()).isEqualTo(naive.isEmpty());
      }
    }
  }
}
