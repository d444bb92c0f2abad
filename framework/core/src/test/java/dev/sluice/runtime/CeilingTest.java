package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CeilingTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualClock clock = new ManualClock();

  @Test
  void asManyAsItAllowsAreTakenAndNotOneMore() {
    Ceiling ceiling = new Ceiling(clock, 3, MINUTE);

    assertThat(ceiling.take()).isTrue();
    assertThat(ceiling.take()).isTrue();
    assertThat(ceiling.take()).isTrue();
    assertThat(ceiling.take()).isFalse();
    assertThat(ceiling.take()).isFalse();
  }

  @Test
  void theWindowSlidesAndDoesNotJump() {
    Ceiling ceiling = new Ceiling(clock, 2, MINUTE);
    ceiling.take();
    clock.advance(Duration.ofSeconds(40));
    ceiling.take();
    clock.advance(Duration.ofSeconds(19));
    assertThat(ceiling.take()).as("59 s after the first").isFalse();
    clock.advance(Duration.ofSeconds(1));

    assertThat(ceiling.take()).as("the first is a minute old").isTrue();
    assertThat(ceiling.take()).as("the second is 20 s old").isFalse();
    clock.advance(Duration.ofSeconds(40));
    assertThat(ceiling.take()).isTrue();
  }

  @Test
  void aRefusedOneDoesNotCount() {
    Ceiling ceiling = new Ceiling(clock, 1, MINUTE);
    ceiling.take();
    clock.advance(Duration.ofSeconds(59));
    assertThat(ceiling.take()).isFalse();
    clock.advance(Duration.ofSeconds(1));

    assertThat(ceiling.take()).isTrue();
  }

  @Test
  void neverAreThereMoreInAnyStretchOfTheTime() {
    for (int most = 1; most <= 5; most++) {
      Random random = new Random(most);
      Ceiling ceiling = new Ceiling(clock, most, MINUTE);
      Deque<Long> taken = new ArrayDeque<>();
      for (int i = 0; i < 2000; i++) {
        clock.advance(Duration.ofSeconds(random.nextInt(25)));
        while (!taken.isEmpty() && clock.nanos() - taken.peekFirst() >= MINUTE.toNanos()) {
          taken.removeFirst();
        }
        assertThat(ceiling.take()).isEqualTo(taken.size() < most);
        if (taken.size() < most) {
          taken.addLast(clock.nanos());
        }
      }
    }
  }
}
