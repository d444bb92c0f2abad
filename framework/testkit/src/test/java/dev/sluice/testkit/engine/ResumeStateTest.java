package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import dev.sluice.testkit.FakeSettle;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResumeStateTest {

  private static Buffer state(String text) {
    return Buffer.buffer(text);
  }

  @Test
  void aCheckpointWithAStateCompletesWhenItIsStored() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.assign("a");
      worker.harness.source().holdSettles();
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      Future<Void> stored = call.context().checkpoint(call.chunk().get(0), state("half"));
      worker.harness.turn();

      assertThat(stored.isComplete()).isFalse();

      worker.harness.source().unanswered().confirm();
      worker.harness.turn();

      assertThat(stored.succeeded()).isTrue();
      assertThat(worker.harness.broker().lane("a").carried().states())
          .singleElement()
          .satisfies(kept -> assertThat(kept.position()).isEqualTo(1));
    }
  }

  @Test
  void anotherStateAtTheSameCheckpointReplacesTheFirstAndIsWaitedFor() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      Future<Void> first = call.context().checkpoint(call.chunk().get(0), state("one"));
      worker.harness.turn();
      assertThat(first.succeeded()).isTrue();
      worker.harness.source().holdSettles();
      Future<Void> second = call.context().checkpoint(call.chunk().get(0), state("other"));
      worker.harness.turn();

      assertThat(second.isComplete()).isFalse();

      worker.harness.source().unanswered().confirm();
      worker.harness.turn();

      assertThat(second.succeeded()).isTrue();
      assertThat(worker.harness.broker().lane("a").carried().states())
          .singleElement()
          .satisfies(kept -> assertThat(kept.state()).isEqualTo(state("other").getBytes()));
    }
  }

  @Test
  void aSourceThatKeepsNoStatesSaysSo() {
    try (Worker worker = new Worker(HarnessOptions.queue())) {
      worker.harness.push("a", "1", "2");
      HeldCall<String> call = worker.last();
      Future<Void> stored = call.context().checkpoint(call.chunk().get(0), state("one"));
      worker.harness.turn();

      assertThat(stored.cause()).hasMessage("the source of this pipeline keeps no resume states");
    }
  }

  @Test
  void theNextTryIsGivenTheState() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      assertThat(call.context().resumeState()).isEmpty();
      var unused = call.context().checkpoint(call.chunk().get(0), state("half"));
      worker.fail(new IllegalStateException("no"));
      worker.harness.advance(Duration.ofSeconds(1));

      assertThat(worker.last().values()).containsExactly("2", "3");
      assertThat(worker.last().context().resumeState()).contains(state("half"));
    }
  }

  @Test
  void theNextOwnerIsGivenTheStateAfterAStop() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      var unused = call.context().checkpoint(call.chunk().get(1), state("two"));
      worker.harness.stop();
      call.stopped();
      worker.harness.turn();
      assertThat(worker.harness.report().outcome()).isEqualTo("clean");

      try (Worker next = worker.successor()) {
        next.harness.assign("a");

        assertThat(next.running()).containsExactly(List.of("3"));
        assertThat(next.last().context().resumeState()).contains(state("two"));
        next.done();
        assertThat(next.harness.broker().lane("a").carried().states()).isEmpty();
      }
    }
  }

  @Test
  void aPlainCheckpointOrAFinishedChunkDropsTheState() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.push("a", "1", "2", "3");
      HeldCall<String> call = worker.last();
      var unused = call.context().checkpoint(call.chunk().get(0), state("one"));
      worker.harness.turn();
      call.context().checkpoint(call.chunk().get(1));
      worker.harness.turn();

      assertThat(worker.harness.broker().lane("a").carried().states()).isEmpty();
    }
  }

  @Test
  void aStateThatCouldNotBeStoredIsOfferedAgain() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      worker.harness.assign("a");
      worker.harness.source().answerSettles(FakeSettle::fail);
      worker.harness.push("a", "1", "2");
      HeldCall<String> call = worker.last();
      Future<Void> stored = call.context().checkpoint(call.chunk().get(0), state("one"));
      worker.harness.turn();
      assertThat(stored.isComplete()).isFalse();

      worker.harness.source().answerSettles(FakeSettle::confirm);
      worker.harness.advance(Duration.ofSeconds(1));

      assertThat(stored.succeeded()).isTrue();
    }
  }

  @Test
  void aLaneThatIsLostFailsWhoeverWaits() {
    try (Worker worker = new Worker(HarnessOptions.log())) {
      LaneRef lane = worker.harness.assign("a");
      worker.harness.source().holdSettles();
      worker.harness.push("a", "1", "2");
      HeldCall<String> call = worker.last();
      Future<Void> stored = call.context().checkpoint(call.chunk().get(0), state("one"));
      worker.harness.turn();
      worker.harness.lose(lane);

      assertThat(stored.failed()).isTrue();
    }
  }
}
