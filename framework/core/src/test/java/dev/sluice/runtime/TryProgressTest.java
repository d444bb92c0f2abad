package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.TryEnded;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TryProgressTest {
  private final ManualClock clock = new ManualClock();
  private final AtomicInteger posted = new AtomicInteger();
  private final DecodedChunk<String> chunk = chunk();
  private volatile boolean draining;
  private volatile long deadline = Long.MAX_VALUE;
  private final TryProgress<String> progress = progress();

  private static DecodedChunk<String> chunk() {
    String[] values = new String[200];
    java.util.Arrays.fill(values, "x");
    return new DecodedChunk<>(
        "a",
        new Stretches(List.of(new Stretches.Stretch(FakeBatch.from(0, values), 0, 0, 200))),
        values,
        0);
  }

  private TryProgress<String> progress() {
    return new TryProgress<>(
        "load",
        chunk,
        clock,
        Duration.ofSeconds(60),
        new TryProgress.Bounds() {
          @Override
          public boolean draining() {
            return draining;
          }

          @Override
          public long deadlineNanos() {
            return deadline;
          }
        },
        posted::incrementAndGet);
  }

  @Test
  void checkpointsOnlyGoForward() {
    progress.checkpoint(chunk.get(4));
    progress.checkpoint(chunk.get(4));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> progress.checkpoint(chunk.get(3)))
        .withMessage("checkpoint a/3 lies before an earlier one of this try");
    assertThat(progress.checkpointed()).isEqualTo(5);
    assertThat(posted).hasValue(2);
  }

  @Test
  void aRecordOfAnotherTryOfTheSameChunkIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> progress.checkpoint(chunk().get(3)))
        .withMessageContaining("not of this chunk");
  }

  @Test
  void whatRemainsIsTheLeastOfLimitAndDeadline() {
    clock.advance(Duration.ofSeconds(10));

    assertThat(progress.remaining()).isEqualTo(Duration.ofSeconds(50));

    deadline = clock.nanos() + Duration.ofSeconds(20).toNanos();

    assertThat(progress.remaining()).isEqualTo(Duration.ofSeconds(20));

    clock.advance(Duration.ofSeconds(30));

    assertThat(progress.remaining()).isZero();
    assertThat(progress.age()).isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  void onceEndedEverythingThrowsAndSaysWhy() {
    progress.checkpoint(chunk.get(1));

    assertThat(progress.end("its lane was lost")).isEqualTo(2);
    assertThat(progress.end("again")).isEqualTo(2);
    assertThat(progress.alive()).isFalse();
    assertThatThrownBy(() -> progress.checkpoint(chunk.get(2)))
        .isInstanceOf(TryEnded.class)
        .hasMessage("the try of handler load on lane a is over: its lane was lost");
    assertThat(progress.checkpointed()).isEqualTo(2);
  }

  @Test
  void aTryThatIsOverIsNotEntered() {
    progress.end("too late");

    assertThat(progress.enter()).isFalse();
  }

  @Test
  void aThreadInsideIsInterruptedAndLeavesWithoutTheInterrupt() {
    assertThat(progress.enter()).isTrue();
    assertThat(progress.stack()).isNotEmpty();

    progress.end("cut");

    assertThat(Thread.currentThread().isInterrupted()).isTrue();

    progress.leave();

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(progress.stack()).isEmpty();
  }

  @Test
  void aThreadThatHasLeftIsNotInterrupted() {
    progress.enter();
    progress.leave();
    progress.end("cut");

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void aCheckpointThatRacesWithTheCutEitherCountsOrThrows() throws InterruptedException {
    for (int round = 0; round < 300; round++) {
      TryProgress<String> raced = progress();
      AtomicInteger accepted = new AtomicInteger();
      CountDownLatch go = new CountDownLatch(1);
      Thread handler =
          new Thread(
              () -> {
                try {
                  go.await();
                  for (int i = 0; i < chunk.size(); i++) {
                    raced.checkpoint(chunk.get(i));
                    accepted.set(i + 1);
                  }
                } catch (TryEnded e) {
                  // What was accepted before must count.
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      handler.start();
      go.countDown();
      Thread.onSpinWait();
      int counted = raced.end("cut");
      handler.join();

      assertThat(counted).isEqualTo(accepted.get());
      assertThat(raced.checkpointed()).isEqualTo(counted);
    }
  }
}
