package dev.sluice.runtime;

import static dev.sluice.runtime.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlineThreadTest {
  private final ManualClock clock = new ManualClock();
  private final List<Integer> halts = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final DeadlineThread deadline =
      new DeadlineThread(clock, Duration.ofSeconds(2), halts::add);

  private static final class Watch implements Deadline.Watch {
    final AtomicInteger ticks = new AtomicInteger();
    final AtomicInteger expiries = new AtomicInteger();
    final Runnable onTick;
    final Runnable onExpired;

    Watch(Runnable onTick, Runnable onExpired) {
      this.onTick = onTick;
      this.onExpired = onExpired;
    }

    Watch() {
      this(() -> {}, () -> {});
    }

    @Override
    public void tick() {
      ticks.incrementAndGet();
      onTick.run();
    }

    @Override
    public int expired() {
      expiries.incrementAndGet();
      onExpired.run();
      return 3;
    }
  }

  @AfterEach
  void endTheThread() throws InterruptedException {
    end.countDown();
    deadline.dismiss();
    eventually(() -> !deadline.alive());
  }

  private void arm(Duration in, Watch watch) {
    deadline.start();
    long at = clock.nanos() + in.toNanos();
    untilItLooked(() -> deadline.arm(at, watch));
  }

  private void untilItLooked(Runnable cause) {
    long before = clock.readings();
    cause.run();
    eventually(() -> clock.readings() > before);
  }

  /** Moves the clock and wakes the thread, which sleeps by the real one. */
  private void passes(Duration time) {
    clock.advance(time);
    untilItLooked(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("sluice-deadline"))
                .forEach(LockSupport::unpark));
  }

  @Test
  void unarmedItWaitsForEver() {
    deadline.start();
    eventually(deadline::alive);

    assertThat(halts).isEmpty();
  }

  @Test
  void atTheDeadlineItHaltsWithTheCodeOfItsWatch() {
    Watch watch = new Watch();
    arm(Duration.ofSeconds(10), watch);
    passes(Duration.ofMillis(9_999));
    eventually(() -> watch.ticks.get() == 1);

    assertThat(halts).isEmpty();

    passes(Duration.ofMillis(1));
    eventually(() -> !halts.isEmpty());

    assertThat(halts).containsExactly(3);
    assertThat(watch.expiries).hasValue(1);
  }

  @Test
  void itTicksOnceAnInterval() {
    Watch watch = new Watch();
    arm(Duration.ofSeconds(100), watch);
    for (int i = 1; i <= 3; i++) {
      int expected = i;
      passes(Duration.ofSeconds(2));
      eventually(() -> watch.ticks.get() == expected);
    }

    assertThat(halts).isEmpty();
  }

  @Test
  void aDeadlineCanBeBroughtForward() {
    Watch watch = new Watch();
    arm(Duration.ofSeconds(100), watch);
    deadline.notLaterThan(clock.nanos() + Duration.ofSeconds(5).toNanos());
    passes(Duration.ofSeconds(5));
    eventually(() -> !halts.isEmpty());

    assertThat(halts).containsExactly(3);
  }

  @Test
  void aDeadlineIsNeverPutOff() {
    Watch watch = new Watch();
    arm(Duration.ofSeconds(5), watch);
    deadline.notLaterThan(clock.nanos() + Duration.ofSeconds(100).toNanos());
    passes(Duration.ofSeconds(5));
    eventually(() -> !halts.isEmpty());

    assertThat(halts).containsExactly(3);
  }

  @Test
  void shorteningWhatIsNotArmedDoesNothing() {
    deadline.start();
    deadline.notLaterThan(clock.nanos());
    Watch watch = new Watch();
    long at = clock.nanos() + Duration.ofSeconds(5).toNanos();
    untilItLooked(() -> deadline.arm(at, watch));
    passes(Duration.ofSeconds(2));
    eventually(() -> watch.ticks.get() == 1);

    assertThat(halts).isEmpty();
  }

  @Test
  void anotherArmingMovesTheDeadline() {
    Watch watch = new Watch();
    arm(Duration.ofSeconds(5), watch);
    deadline.arm(clock.nanos() + Duration.ofSeconds(50).toNanos(), watch);
    passes(Duration.ofSeconds(10));
    eventually(() -> watch.ticks.get() == 1);

    assertThat(halts).isEmpty();
  }

  @Test
  void dismissedItHaltsNobody() {
    Watch watch = new Watch();
    arm(Duration.ofSeconds(5), watch);
    deadline.dismiss();
    eventually(() -> !deadline.alive());
    clock.advance(Duration.ofSeconds(10));

    assertThat(halts).isEmpty();
  }

  @Test
  void aTickThatFailsDoesNotEndIt() {
    Watch watch =
        new Watch(
            () -> {
              throw new IllegalStateException("a broken line");
            },
            () -> {});
    arm(Duration.ofSeconds(10), watch);
    passes(Duration.ofSeconds(2));
    eventually(() -> watch.ticks.get() == 1);
    passes(Duration.ofSeconds(8));
    eventually(() -> !halts.isEmpty());

    assertThat(halts).containsExactly(3);
  }

  @Test
  void aReportThatFailsDoesNotKeepItFromHalting() {
    Watch watch =
        new Watch(
            () -> {},
            () -> {
              throw new IllegalStateException("a broken report");
            });
    arm(Duration.ofSeconds(10), watch);
    passes(Duration.ofSeconds(10));
    eventually(() -> !halts.isEmpty());

    assertThat(halts).as("nobody knows what was left behind").containsExactly(3);
  }

  @Test
  void aReportThatHangsDoesNotKeepItFromHalting() {
    Watch watch = new Watch(() -> {}, this::hang);
    arm(Duration.ofSeconds(10), watch);
    passes(Duration.ofSeconds(10));
    eventually(() -> !halts.isEmpty());

    assertThat(halts).containsExactly(3);
  }

  @Test
  void aTickThatHangsDoesNotKeepItFromHalting() {
    Watch watch = new Watch(this::hang, () -> {});
    arm(Duration.ofSeconds(10), watch);
    passes(Duration.ofSeconds(2));
    eventually(() -> watch.ticks.get() == 1);
    passes(Duration.ofSeconds(8));
    eventually(() -> !halts.isEmpty());

    assertThat(halts).containsExactly(3);
  }

  /** As a write to a pipe does that nobody reads. */
  private void hang() {
    boolean interrupted = false;
    while (true) {
      try {
        end.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
