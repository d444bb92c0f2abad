package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Decoder;
import dev.sluice.api.DependencyDown;
import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.config.RetryRule;
import dev.sluice.config.TroubleKind;
import dev.sluice.progress.LaneRef;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldHandler;
import dev.sluice.testkit.InMemoryDeadLetters;
import dev.sluice.testkit.WorkerHarness;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutageTest {
  private static Throwable down() {
    return new DependencyDown("the warehouse answers 503");
  }

  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();

  private HarnessOptions options() {
    return HarnessOptions.log()
        .deadLetters(letters)
        .figures(
            f ->
                f.retry(2, Duration.ofMillis(200), Duration.ofSeconds(30), OnFailure.DEAD_LETTER)
                    .chunk(2, 1L << 20, Duration.ZERO));
  }

  @Test
  void howeverLongItLastsNoAttemptIsCountedAndNothingIsDeadLettered() {
    try (Worker worker = new Worker(options())) {
      worker.harness.push("a", "1", "2");
      for (int i = 0; i < 50; i++) {
        worker.fail(down());
        worker.harness.advance(Duration.ofSeconds(31));
      }

      assertThat(worker.handler.calls()).hasSize(51);
      assertThat(worker.last().chunk().attempt()).isZero();
      assertThat(letters.letters()).isEmpty();
      assertThat(worker.harness.halted()).isEmpty();
      assertThat(worker.harness.stuck()).isFalse();
      assertThat(worker.harness.outage().orElseThrow()).isGreaterThan(Duration.ofMinutes(20));

      worker.done();

      assertThat(worker.harness.outage()).isEmpty();
      assertThat(worker.harness.settled("a")).containsExactly("1", "2");
    }
  }

  @Test
  void intakeOfAllLanesPausesAndOnlyOneProbeRunsAtATime() {
    try (Worker worker = new Worker(options())) {
      worker.harness.push("a", "1");
      worker.harness.push("b", "2");
      worker.harness.push("c", "3");
      worker.with("1").fail(down());
      worker.with("2").fail(down());
      worker.harness.turn();

      assertThat(worker.harness.broker().lanes()).allMatch(lane -> lane.paused());

      worker.done(worker.with("3"));
      worker.harness.push("c", "4");
      worker.harness.advance(Duration.ofSeconds(1));

      assertThat(worker.running()).as("the probe alone").hasSize(1);
      worker.done();

      assertThat(worker.harness.broker().lanes()).noneMatch(lane -> lane.paused());
      worker.failOn("nothing");
      assertThat(worker.harness.settled("b")).containsExactly("2");
      assertThat(worker.harness.settled("c")).containsExactly("3", "4");
    }
  }

  @Test
  void aProbeThatFailsInAnotherWayShowsThatTheDependencyIsBack() {
    try (Worker worker = new Worker(options())) {
      worker.harness.push("a", "1");
      worker.fail(down());
      worker.harness.advance(Duration.ofSeconds(1));
      worker.fail(new IllegalStateException("a bad record"));

      assertThat(worker.harness.outage()).isEmpty();
      worker.harness.advance(Duration.ofSeconds(1));
      assertThat(worker.last().chunk().attempt()).isEqualTo(1);
    }
  }

  @Test
  void aRefusedConnectionIsRecognisedWhereverItStandsInTheChainOfCauses() {
    try (Worker worker = new Worker(options())) {
      worker.harness.push("a", "1");
      worker.fail(new RuntimeException("load", new ConnectException("Connection refused")));

      assertThat(worker.harness.outage()).isPresent();
    }
  }

  @Test
  void aRuleSaysWhatElseIsADependencyThatIsDown() {
    List<RetryRule> rules =
        List.of(
            new RetryRule(
                "java.io.InterruptedIOException",
                TroubleKind.DEPENDENCY_DOWN,
                Optional.empty(),
                Optional.empty()));
    try (Worker worker = new Worker(options().figures(f -> f.rules(rules)))) {
      worker.harness.push("a", "1");
      worker.fail(new java.net.SocketTimeoutException("no answer"));

      assertThat(worker.harness.outage()).isPresent();
    }
  }

  @Test
  void aServiceRecognisesItsOwnAbsence() {
    HarnessOptions options = options().dependencyDown(cause -> "57P03".equals(cause.getMessage()));
    try (Worker worker = new Worker(options)) {
      worker.harness.push("a", "1");
      worker.fail(new IllegalStateException("57P03"));

      assertThat(worker.harness.outage()).isPresent();
    }
  }

  @Test
  void aStopDuringAnOutageEndsAtOnceAndHandsTheWorkBack() {
    try (Worker worker = new Worker(options())) {
      worker.harness.push("a", "1", "2", "3");
      worker.fail(down());
      worker.harness.stop();

      assertThat(worker.harness.ended()).isTrue();
      assertThat(worker.harness.report().outcome())
          .as("a record of a started try is not done")
          .isEqualTo("cut");
      assertThat(worker.harness.report().handedBack()).isEqualTo(3);
      assertThat(worker.harness.report().unaccounted()).isZero();
    }
  }

  @Test
  void whenTheProbesLaneIsTakenAwayAnotherProbes() {
    try (Worker worker = new Worker(options())) {
      LaneRef a = worker.harness.assign("a");
      worker.harness.push("a", "1");
      worker.harness.push("b", "2");
      worker.with("1").fail(down());
      worker.with("2").fail(down());
      worker.harness.turn();
      worker.harness.advance(Duration.ofMillis(300));
      assertThat(worker.running()).containsExactly(List.of("1"));

      worker.harness.lose(a);
      worker.harness.advance(Duration.ofSeconds(60));

      assertThat(worker.running()).contains(List.of("2"));
      worker.done(worker.with("2"));
      assertThat(worker.harness.outage()).isEmpty();
    }
  }

  @Test
  void anOutageWithoutAnyWorkLeftIsOver() {
    try (Worker worker = new Worker(options())) {
      LaneRef a = worker.harness.assign("a");
      worker.harness.push("a", "1");
      worker.fail(down());
      worker.harness.lose(a);

      assertThat(worker.harness.outage()).isEmpty();
      worker.harness.push("b", "2");
      assertThat(worker.running()).containsExactly(List.of("2"));
    }
  }

  @Test
  void keysOfOneLaneWaitForTheProbeToo() {
    HarnessOptions options = options().figures(f -> f.ordering(Ordering.NONE));
    try (Worker worker = new Worker(options)) {
      worker.harness.push("a", "1", "2", "3", "4", "5", "6");
      worker.with("1").fail(down());
      worker.with("3").fail(down());
      worker.harness.turn();
      worker.done(worker.with("5"));
      worker.harness.push("a", "7");
      worker.harness.advance(Duration.ofMillis(150));

      assertThat(worker.running()).hasSize(1);
      worker.failOn("nothing");
      assertThat(worker.harness.settled("a")).hasSize(7);
      assertThat(worker.triesWith("5")).isEqualTo(1);
    }
  }

  @Test
  void aProbeThatFailsInAnotherWayKeepsItsPlaceInTheOrder() {
    try (Worker worker = new Worker(options())) {
      worker.harness.push("a", "1", "2", "3", "4");
      worker.fail(down());
      worker.harness.advance(Duration.ofSeconds(1));
      worker.fail(new IllegalStateException("a bad record"));

      assertThat(worker.running()).as("nothing passes the failed chunk").isEmpty();
      worker.harness.advance(Duration.ofSeconds(1));
      assertThat(worker.running()).containsExactly(List.of("1", "2"));
      assertThat(worker.harness.counts().unaccounted()).isZero();
    }
  }

  @Test
  void anOutageEndsAlsoWhenTheWorkThatProbesItDoesNotDecodeAnyMore() {
    boolean[] forgotten = new boolean[1];
    HeldHandler<String> handler = new HeldHandler<>(Worker.LIMITS);
    try (WorkerHarness<String> harness =
        WorkerHarness.of(
            handler,
            bytes -> {
              if (forgotten[0]) {
                throw new IllegalArgumentException("the schema is gone");
              }
              return Decoder.string().decode(bytes);
            },
            options().figures(f -> f.ordering(Ordering.NONE).malformed(OnFailure.SKIP)))) {
      harness.push("a", "1", "2");
      handler.last().fail(down());
      harness.turn();
      forgotten[0] = true;
      harness.advance(Duration.ofMinutes(2));

      assertThat(harness.counts().skipped()).isEqualTo(2);
      assertThat(harness.outage()).isEmpty();
    }
  }

  @Test
  void aProbeThatFailsWithEverythingRejectedDoesNotHoldTheOthersForGood() {
    HarnessOptions skipping =
        HarnessOptions.log()
            .figures(
                f ->
                    f.retry(2, Duration.ofMillis(200), Duration.ofSeconds(30), OnFailure.SKIP)
                        .chunk(1, 1L << 20, Duration.ZERO));
    try (Worker worker = new Worker(skipping)) {
      worker.harness.push("a", "1");
      worker.fail(down());
      worker.harness.advance(Duration.ofSeconds(1));
      var call = worker.with("1");
      var rejected = call.context().reject(call.chunk().get(0), new IllegalStateException("no"));
      worker.fail(new IllegalStateException("nor this"));

      assertThat(rejected.succeeded()).isTrue();
      assertThat(worker.harness.outage()).isEmpty();
      worker.harness.push("a", "2");
      worker.done();
      assertThat(worker.harness.settled("a")).containsExactly("1", "2");
    }
  }
}
