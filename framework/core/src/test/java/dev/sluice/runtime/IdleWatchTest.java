package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.Idleness;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a run with {@code --exit-when-idle 10s} is over. */
@ExtendWith(VertxExtension.class)
class IdleWatchTest {
  private static final Duration IDLE_FOR = Duration.ofSeconds(10);
  private static Vertx vertx;

  private final AtomicInteger idle = new AtomicInteger();

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  private EngineRig rig() {
    EngineRig rig = new EngineRig(vertx);
    IdleWatch watch =
        new IdleWatch(
            rig.engine,
            rig.tally,
            rig.source,
            rig.clock,
            rig.loop.port(),
            IDLE_FOR,
            idle::incrementAndGet);
    rig.loop.run(() -> watch.start(rig.timers));
    rig.assign("a");
    return rig;
  }

  @Test
  void aRunIsOverWhenNothingHappenedForTheWholeTime() {
    try (EngineRig rig = rig()) {
      rig.advance(Duration.ofMillis(10_400));

      assertThat(idle).as("first seen idle after half a second").hasValue(0);

      rig.advance(Duration.ofMillis(100));

      assertThat(idle).hasValue(1);
    }
  }

  @Test
  void aRunIsOverOnce() {
    try (EngineRig rig = rig()) {
      rig.advanceSeconds(60);

      assertThat(idle).hasValue(1);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Idleness.class, mode = EnumSource.Mode.EXCLUDE, names = "IDLE")
  void whatTheSourceSaysCounts(Idleness busy) {
    try (EngineRig rig = rig()) {
      rig.source.idleness(busy);
      rig.advanceSeconds(60);

      assertThat(idle).hasValue(0);

      rig.source.idleness(Idleness.IDLE);
      rig.advanceSeconds(9);
      rig.source.idleness(busy);
      rig.advanceSeconds(1);
      rig.source.idleness(Idleness.IDLE);
      rig.advanceSeconds(9);

      assertThat(idle).as("the time starts anew").hasValue(0);
    }
  }

  @Test
  void aTryInFlightIsNotIdle() {
    try (EngineRig rig = rig()) {
      rig.deliver("a", "1");
      rig.advanceSeconds(30);

      assertThat(idle).hasValue(0);

      rig.handler.last().done();
      rig.advanceSeconds(11);

      assertThat(idle.get()).isPositive();
    }
  }

  @Test
  void aWaitingRetryIsNotIdle() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.backoffInitial = Duration.ofSeconds(30))) {
      IdleWatch watch =
          new IdleWatch(
              rig.engine,
              rig.tally,
              rig.source,
              rig.clock,
              rig.loop.port(),
              IDLE_FOR,
              idle::incrementAndGet);
      rig.loop.run(() -> watch.start(rig.timers));
      rig.assign("a");
      rig.deliver("a", "1");
      rig.handler.last().fail("no");
      rig.advanceSeconds(14);

      assertThat(idle).hasValue(0);
    }
  }

  @Test
  void workThatIsNotSettledIsNotIdle() {
    try (EngineRig rig = rig()) {
      rig.source.holdSettles();
      rig.deliver("a", "1");
      rig.handler.last().done();
      rig.advanceSeconds(30);

      assertThat(idle).hasValue(0);
    }
  }

  @Test
  void workBetweenTwoLooksStartsTheTimeAnew() {
    try (EngineRig rig = rig()) {
      for (int i = 0; i < 30; i++) {
        rig.advance(Duration.ofMillis(700));
        rig.deliver("a", "trickle");
        rig.handler.last().done();
      }

      assertThat(idle).as("a record every 0.7 s").hasValue(0);

      rig.advanceSeconds(11);

      assertThat(idle.get()).isPositive();
    }
  }

  @Test
  void haltedLanesDoNotKeepARunGoing() {
    try (EngineRig rig = rig()) {
      rig.deliver("a", "!bad");
      rig.advanceSeconds(11);

      assertThat(idle.get()).isPositive();
    }
  }

  @Test
  void aSourceThatCanNotTellIsNotIdle() {
    try (EngineRig rig = rig()) {
      rig.source.breakIdleness(true);
      rig.advanceSeconds(20);

      assertThat(idle).hasValue(0);

      rig.source.breakIdleness(false);
      rig.advanceSeconds(11);

      assertThat(idle.get()).as("it is asked again").isPositive();
    }
  }

  @Test
  void aSourceThatThrowsWhenAskedIsAskedAgain() {
    try (EngineRig rig = rig()) {
      rig.source.throwOnIdleness(true);
      rig.advanceSeconds(20);

      assertThat(idle).hasValue(0);

      rig.source.throwOnIdleness(false);
      rig.advanceSeconds(11);

      assertThat(idle.get()).isPositive();
    }
  }
}
