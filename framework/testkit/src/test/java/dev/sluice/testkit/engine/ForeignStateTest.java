package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.Ordering;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForeignStateTest {
  private static HarnessOptions sideBySide() {
    return HarnessOptions.log()
        .figures(f -> f.chunk(2, 1L << 20, Duration.ZERO).ordering(Ordering.NONE));
  }

  @Test
  void aStateBehindTheLastRecordOfAChunkIsNotGivenToTheChunkBesideIt() {
    try (Worker worker = new Worker(sideBySide())) {
      worker.harness.push("a", "1", "2", "3", "4");
      HeldCall<String> first = worker.with("1");
      Future<Void> stored =
          first.context().checkpoint(first.chunk().get(1), Buffer.buffer("of 1 and 2"));
      worker.harness.turn();
      assertThat(stored.succeeded()).isTrue();
      worker.with("3").fail(new IllegalStateException("no"));
      worker.harness.turn();
      worker.harness.advance(Duration.ofSeconds(1));

      assertThat(worker.with("3").context().resumeState()).isEmpty();
    }
  }

  @Test
  void aRecordWithAStateBeginsAChunk() {
    try (Worker worker = new Worker(sideBySide())) {
      worker.harness.push("a", "1", "2", "3", "4");
      HeldCall<String> first = worker.with("1");
      var unused = first.context().checkpoint(first.chunk().get(0), Buffer.buffer("of 2"));
      worker.harness.stop();
      HeldCall<String> second = worker.with("3");
      var unusedToo = second.context().checkpoint(second.chunk().get(0), Buffer.buffer("of 4"));
      first.stopped();
      second.stopped();
      worker.harness.turn();
      assertThat(worker.harness.report().outcome()).isEqualTo("clean");

      try (Worker next = worker.successor()) {
        next.harness.assign("a");

        assertThat(next.running()).containsExactly(List.of("2"), List.of("4"));
        assertThat(next.with("2").context().resumeState()).contains(Buffer.buffer("of 2"));
        assertThat(next.with("4").context().resumeState()).contains(Buffer.buffer("of 4"));
      }
    }
  }
}
