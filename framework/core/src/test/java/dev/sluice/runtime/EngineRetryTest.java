package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a failed try leads to. The rig's back-off is 1, 2, 4 … seconds: half of 2, 4, 8 …. */
@ExtendWith(VertxExtension.class)
class EngineRetryTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  @Test
  void aFailedChunkIsTriedAgainAfterItsBackOff() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5", "6");
      rig.handler.last().fail("no");
      rig.advance(Duration.ofMillis(999));

      assertThat(rig.handler.calls()).as("neither it nor what follows it").hasSize(1);

      rig.advance(Duration.ofMillis(1));

      assertThat(rig.handler.calls()).hasSize(2);
      assertThat(rig.handler.last().values()).containsExactly("1", "2", "3", "4", "5");
      assertThat(rig.handler.last().chunk().attempt()).isEqualTo(1);

      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(5);
      assertThat(rig.handler.last().values()).containsExactly("6");
    }
  }

  @Test
  void afterItsLastAttemptTheLaneIsHaltedAndWhatWasDoneBeforeIsSettled() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1", "2", "3", "4", "5", "6", "7");
      rig.handler.last().done();
      rig.handler.last().fail("one");
      rig.advanceSeconds(1);
      rig.handler.last().fail("two");
      rig.advanceSeconds(2);
      rig.handler.last().fail("three");
      rig.advanceSeconds(100);

      assertThat(rig.handler.calls()).hasSize(4);
      assertThat(rig.committed("a")).isEqualTo(5);
      assertThat(rig.lane("a").state()).isEqualTo("halted");
      assertThat(rig.lane("a").halted())
          .hasValueSatisfying(
              reason ->
                  assertThat(reason)
                      .contains("load failed 3 times on record a at position 5")
                      .contains("IllegalStateException: three"));
      assertThat(rig.source.topic("a").paused()).isTrue();

      rig.deliver("b", "1");
      rig.handler.last().done();

      assertThat(rig.committed("b")).as("the other lanes go on").isEqualTo(1);
    }
  }

  @Test
  void afterItsLastAttemptOnlyTheFailingRecordIsSkippedWhenThePolicySaysSo() {
    try (EngineRig rig =
        new EngineRig(
            vertx,
            s -> {
              s.attempts = 1;
              s.skipFailed = true;
            })) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "bad", "4", "5", "6");
      rig.failOn("bad");

      assertThat(rig.committed("a")).isEqualTo(6);
      assertThat(rig.tally.skipped.get()).isEqualTo(1);
      assertThat(rig.tally.settled.get()).isEqualTo(5);
    }
  }

  @Test
  void onlyWhatFollowsTheLastCheckpointIsTriedAgain() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5");
      rig.handler.last().checkpoint(2);

      assertThat(rig.committed("a")).as("a checkpoint is settled while the try runs").isEqualTo(2);

      rig.handler.last().checkpoint(3);
      rig.handler.last().fail("no");
      rig.advanceSeconds(1);

      assertThat(rig.handler.last().values()).containsExactly("4", "5");

      rig.handler.last().checkpoint(1);
      rig.handler.last().fail("no");
      rig.advanceSeconds(1);

      assertThat(rig.handler.last().values()).containsExactly("5");
      assertThat(rig.committed("a")).isEqualTo(4);

      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(5);
      assertThat(rig.tally.settled.get()).isEqualTo(5);
    }
  }

  @Test
  void progressResetsTheAttempts() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.attempts = 2)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4");
      for (int i = 0; i < 3; i++) {
        rig.handler.last().checkpoint(1);
        rig.handler.last().fail("no");
        rig.advanceSeconds(1);
      }

      assertThat(rig.handler.last().values()).containsExactly("4");
      assertThat(rig.lane("a").state()).isEqualTo("open");
    }
  }

  @Test
  void aFailureAfterTheLastCheckpointIsNotTriedAgain() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().checkpoint(2);
      rig.handler.last().fail("no");

      assertThat(rig.committed("a")).isEqualTo(2);
      assertThat(rig.timers.armed()).isZero();

      rig.deliver("a", "3");

      assertThat(rig.handler.last().values()).containsExactly("3");
    }
  }

  @Test
  void aChunkMayEndAfterItsLastCheckpoint() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().checkpoint(2);
      rig.handler.last().done();
      rig.deliver("a", "3");

      assertThat(rig.committed("a")).isEqualTo(2);
      assertThat(rig.handler.last().values()).containsExactly("3");
    }
  }

  @Test
  void stoppedIsAFailureWhileNothingDrains() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2");
      rig.handler.last().checkpoint(1);
      rig.handler.last().stopped();
      rig.advanceSeconds(1);

      assertThat(rig.handler.last().values()).containsExactly("2");
      assertThat(rig.handler.last().chunk().attempt()).isEqualTo(1);
    }
  }

  @Test
  void aWaitingRetryHoldsNoPlaceAndQueuesForOneWhenItIsDue() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.maxChunks = 1)) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1");
      rig.handler.last().fail("no");
      rig.deliver("b", "1");

      assertThat(rig.handler.last().lane()).isEqualTo("b");

      rig.advanceSeconds(5);

      assertThat(rig.handler.calls()).as("b holds the only place").hasSize(2);

      rig.handler.last().done();

      assertThat(rig.handler.last().lane()).isEqualTo("a");
      assertThat(rig.handler.last().chunk().attempt()).isEqualTo(1);
    }
  }

  @Test
  void aRecordThatDoesNotDecodeAnyMoreFollowsThePolicyForMalformedOnes() {
    AtomicInteger decoded = new AtomicInteger();
    try (EngineRig rig =
        EngineRig.with(
            vertx,
            s -> {
              s.skipMalformed = true;
              s.skipFailed = true;
            },
            bytes -> {
              if (decoded.incrementAndGet() == 6) {
                throw new IllegalStateException("a decoder with a memory");
              }
              return "x";
            })) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5", "6", "7");
      rig.handler.last().fail("no");
      rig.advanceSeconds(1);
      rig.handler.last().done();
      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(7);
      assertThat(rig.tally.skipped.get()).isEqualTo(1);
    }
  }

  /** Runs a handler that fails in some way on its first call and is done on the second. */
  private static void assertTriedAgain(Supplier<Future<Outcome>> first) {
    AtomicInteger calls = new AtomicInteger();
    ChunkHandler<String> handler =
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofSeconds(60)),
            (chunk, context) ->
                calls.getAndIncrement() == 0 ? first.get() : Future.succeededFuture(Outcome.DONE));
    try (EngineRig rig = new EngineRig(vertx, s -> s.skipFailed = true, handler)) {
      rig.assign("a");
      rig.deliver("a", "1");

      assertThat(rig.tally.triesInFlight.get()).isZero();

      rig.advanceSeconds(1);

      assertThat(calls).hasValue(2);
      assertThat(rig.committed("a")).isEqualTo(1);
    }
  }

  @Test
  void aHandlerThatThrowsIsTriedAgain() {
    assertTriedAgain(
        () -> {
          throw new IllegalArgumentException("thrown");
        });
  }

  @Test
  void aHandlerThatThrowsAnErrorIsTriedAgain() {
    assertTriedAgain(
        () -> {
          throw new StackOverflowError();
        });
  }

  @Test
  void aHandlerThatReturnsNullIsTriedAgain() {
    assertTriedAgain(() -> null);
  }

  @Test
  void aHandlerWhoseOutcomeIsNullIsTriedAgain() {
    assertTriedAgain(Future::succeededFuture);
  }
}
