package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AssuranceTest {
  private static final Duration GAP = Assurance.GAP.plusMillis(1);

  private final ManualClock clock = new ManualClock();
  private final List<Promise<Void>> asked = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private int assured;
  private boolean lanes = true;
  private final Assurance assurance =
      new Assurance(clock, new OnceTimers(), loop(), () -> lanes, this::ask, () -> assured++);

  @BeforeEach
  void watched() {
    assurance.turned();
  }

  private Future<Void> ask() {
    Promise<Void> answer = Promise.promise();
    asked.add(answer);
    return answer.future();
  }

  private static EventLoop loop() {
    return new EventLoop() {
      @Override
      public void execute(Runnable action) {
        action.run();
      }

      @Override
      public boolean isCurrent() {
        return true;
      }
    };
  }

  private final class OnceTimers implements Timers {
    @Override
    public Timer once(Duration delay, Runnable action) {
      later.add(action);
      return () -> later.remove(action);
    }

    @Override
    public Timer every(Duration interval, Runnable action) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void aLoopThatTurnsIsNeverDoubted() {
    for (int i = 0; i < 10; i++) {
      clock.advance(Assurance.GAP);
      assurance.turned();
      assertThat(assurance.given()).isTrue();
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void afterAGapNothingStartsBeforeTheSourceHasConfirmed() {
    clock.advance(GAP);

    assertThat(assurance.given()).isFalse();
    assertThat(assurance.given()).isFalse();
    assertThat(asked).hasSize(1);

    asked.get(0).complete();
    assertThat(assured).isOne();
    assertThat(assurance.given()).isTrue();
  }

  @Test
  void aGapIsSeenByTheBeatToo() {
    clock.advance(GAP);
    assurance.turned();

    assertThat(asked).hasSize(1);
    assertThat(assurance.given()).isFalse();
  }

  @Test
  void anAnswerThatWasOvertakenByAnotherGapDoesNotCount() {
    clock.advance(GAP);
    assurance.turned();
    clock.advance(GAP);
    asked.get(0).complete();

    assertThat(assurance.given()).isFalse();
    List.copyOf(later).forEach(Runnable::run);
    asked.get(1).complete();
    assertThat(assurance.given()).isTrue();
  }

  @Test
  void aSourceThatCannotTellIsAskedAgain() {
    clock.advance(GAP);
    assurance.turned();
    asked.get(0).fail("away");

    assertThat(assurance.given()).isFalse();
    List.copyOf(later).forEach(Runnable::run);
    assertThat(asked).hasSize(2);
  }

  @Test
  void whatIsWatchedByNobodyIsNotDoubted() {
    Assurance alone =
        new Assurance(clock, new OnceTimers(), loop(), () -> true, this::ask, () -> assured++);
    clock.advance(GAP);

    assertThat(alone.given()).isTrue();
  }

  @Test
  void withoutLanesThereIsNothingToDoubt() {
    lanes = false;
    clock.advance(GAP);
    assurance.turned();

    assertThat(asked).isEmpty();
  }

  @Test
  void theDoubtEndsWithTheLastLane() {
    clock.advance(GAP);
    assurance.turned();
    assurance.rest();

    assertThat(assurance.given()).isTrue();
    asked.get(0).complete();
    assertThat(assured).isZero();
  }
}
