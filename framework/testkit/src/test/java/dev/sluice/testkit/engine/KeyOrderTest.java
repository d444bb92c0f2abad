package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.progress.LaneRef;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.testkit.FakeRevoke;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.HeldCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyOrderTest {

  private static HarnessOptions byKey(int chunks) {
    return ordered(HarnessOptions.log(), Ordering.KEY, chunks);
  }

  private static HarnessOptions ordered(HarnessOptions options, Ordering order, int chunks) {
    return options.figures(
        f ->
            f.ordering(order)
                .concurrency(chunks, 100_000, 1L << 30)
                .chunk(10, 1L << 20, Duration.ZERO));
  }

  private static FakeRecord keyed(String key, String value) {
    return FakeRecord.of(key, value);
  }

  @Test
  void differentKeysOfOneLaneRunSideBySide() {
    try (Worker worker = new Worker(byKey(100))) {
      FakeRecord[] records = new FakeRecord[50];
      for (int i = 0; i < records.length; i++) {
        records[i] = keyed("k" + i, "v" + i);
      }
      worker.harness.push("a", records);

      assertThat(worker.running().size()).as("more at once than lanes").isGreaterThan(30);
      assertThat(worker.running().stream().mapToInt(List::size).sum()).isEqualTo(50);
    }
  }

  @Test
  void recordsOfOneKeyRunOneAfterTheOtherAcrossBatches() {
    try (Worker worker = new Worker(byKey(100))) {
      worker.harness.push("a", keyed("k", "1"));
      worker.harness.push("a", keyed("k", "2"), keyed("k", "3"));

      assertThat(worker.running()).containsExactly(List.of("1"));

      worker.done();

      assertThat(worker.running()).containsExactly(List.of("2", "3"));
    }
  }

  @Test
  void nothingPassesAFailedRecordOfItsKeyWhileOtherKeysGoOn() {
    try (Worker worker = new Worker(byKey(100))) {
      worker.harness.push("a", keyed("k", "1"), keyed("other", "x"));
      worker.with("1").fail(new IllegalStateException("no"));
      worker.done(worker.with("x"));
      worker.harness.push("a", keyed("k", "2"), keyed("other", "y"));

      assertThat(worker.running()).containsExactly(List.of("y"));

      worker.harness.advance(Duration.ofSeconds(1));
      worker.done(worker.with("1"));

      assertThat(worker.triesWith("2")).isEqualTo(1);
      assertThat(worker.handler.last().values()).containsExactly("2");
    }
  }

  @Test
  void onlyWhatLiesBeforeTheFirstHoleIsSettledAndTheRestIsCarried() {
    try (Worker worker = new Worker(byKey(100))) {
      worker.harness.push("a", keyed("slow", "1"), keyed("fast", "2"));
      worker.done(worker.with("2"));

      assertThat(worker.harness.broker().lane("a").settledRecords()).isZero();
      assertThat(worker.harness.broker().lane("a").carried().beyond()).hasSize(1);
    }
  }

  @Test
  void whatWasDoneBeyondAHoleIsNotDoneAgainAfterAStop() {
    try (Worker worker = new Worker(byKey(1))) {
      worker.harness.push("a", keyed("k1", "1"), keyed("k2", "2"), keyed("k3", "3"));
      String first = worker.running().get(0).get(0);
      worker.done();
      String second = worker.running().get(0).get(0);
      worker.harness.stop();
      worker.done(worker.with(second));
      assertThat(worker.harness.report().outcome()).isEqualTo("clean");

      try (Worker next = worker.successor()) {
        next.harness.assign("a");
        List<String> again = new ArrayList<>();
        next.failOn("nothing");
        next.all().forEach(again::addAll);

        assertThat(again).hasSize(1).doesNotContain(first, second);
        assertThat(next.harness.settled("a")).hasSize(3);
      }
    }
  }

  @Test
  void aKilledWorkersAcknowledgedWorkIsNotDoneAgain() {
    try (Worker worker = new Worker(byKey(100))) {
      worker.harness.push("a", keyed("slow", "1"), keyed("fast", "2"));
      worker.done(worker.with("2"));
      worker.harness.kill();

      try (Worker next = worker.successor()) {
        next.harness.assign("a");

        assertThat(next.running()).containsExactly(List.of("1"));
      }
    }
  }

  @Test
  void orderOfAKeyIsKeptThroughSplits() {
    HarnessOptions options =
        byKey(100)
            .figures(
                f -> f.retry(2, Duration.ofMillis(200), Duration.ofSeconds(1), OnFailure.SKIP));
    try (Worker worker = new Worker(options)) {
      FakeRecord[] records = new FakeRecord[10];
      for (int i = 0; i < records.length; i++) {
        records[i] = keyed("k", "v" + i);
      }
      worker.harness.push("a", records);
      worker.failOn("v3");

      List<String> ended = new ArrayList<>();
      for (HeldCall<String> call : worker.handler.calls()) {
        if (!call.values().contains("v3")) {
          ended.addAll(call.values());
        }
      }
      assertThat(ended).containsExactly("v0", "v1", "v2", "v4", "v5", "v6", "v7", "v8", "v9");
      assertThat(worker.harness.settled("a")).hasSize(10);
    }
  }

  @Test
  void noMoreChunksRunAtOnceThanAllowed() {
    try (Worker worker = new Worker(byKey(7))) {
      for (int i = 0; i < 200; i++) {
        worker.harness.push("a", keyed("k" + i, "v" + i));
      }

      assertThat(worker.running()).hasSize(7);
      worker.failOn("nothing");
      assertThat(worker.harness.settled("a")).hasSize(200);
    }
  }

  @Test
  void withoutAKeyRecordsAreInNoOrder() {
    try (Worker worker = new Worker(byKey(100))) {
      String[] values = new String[60];
      java.util.Arrays.setAll(values, i -> "v" + i);
      worker.harness.push("a", values);

      assertThat(worker.running().size()).isGreaterThan(20);
    }
  }

  @Test
  void aRevokeWaitsForAllThatRunsAndSettlesIt() {
    try (Worker worker = new Worker(byKey(2))) {
      LaneRef lane = worker.harness.assign("a");
      worker.harness.push("a", keyed("k1", "1"), keyed("k2", "2"), keyed("k3", "3"));
      List<HeldCall<String>> running = worker.handler.unended();
      FakeRevoke revoke = worker.harness.revoke(Duration.ofSeconds(30), lane);
      worker.done(running.get(0));

      assertThat(revoke.answered()).isFalse();

      worker.done(running.get(1));

      assertThat(revoke.answered()).isTrue();
      revoke.release();
      worker.harness.turn();
      assertThat(worker.handler.calls()).as("nothing starts during a revoke").hasSize(2);
      assertThat(worker.harness.counts().unaccounted()).isZero();
    }
  }

  @Test
  void aPartlyFilledSlotLingers() {
    HarnessOptions options = byKey(100).figures(f -> f.chunk(10, 1L << 20, Duration.ofMillis(50)));
    try (Worker worker = new Worker(options)) {
      worker.harness.push("a", keyed("k", "1"));
      assertThat(worker.handler.calls()).isEmpty();

      worker.harness.push("a", keyed("k", "2"));
      worker.harness.advance(Duration.ofMillis(50));

      assertThat(worker.running()).containsExactly(List.of("1", "2"));
    }
  }

  @Test
  void withoutOrderChunksOfOneLaneRunSideBySideAndFailByThemselves() {
    try (Worker worker = new Worker(ordered(HarnessOptions.log(), Ordering.NONE, 3))) {
      String[] values = new String[40];
      java.util.Arrays.setAll(values, i -> "v" + i);
      worker.harness.push("a", values);

      assertThat(worker.running()).hasSize(3).allMatch(chunk -> chunk.size() == 10);

      worker.with("v0").fail(new IllegalStateException("no"));
      worker.harness.turn();
      worker.done(worker.with("v10"));

      assertThat(worker.harness.broker().lane("a").settledRecords()).isZero();
      worker.failOn("nothing");
      assertThat(worker.harness.settled("a")).hasSize(40);
    }
  }

  @Test
  void aQueueSettlesEachRecordAndIsHandedBackTheRest() {
    try (Worker worker = new Worker(ordered(HarnessOptions.queue(), Ordering.NONE, 2))) {
      String[] values = new String[30];
      java.util.Arrays.setAll(values, i -> "v" + i);
      worker.harness.push("a", values);
      worker.done(worker.with("v10"));

      assertThat(worker.harness.settled("a")).hasSize(10).contains("v10").doesNotContain("v0");

      worker.harness.stop();
      worker.failAll();

      assertThat(worker.harness.report().outcome()).isEqualTo("cut");
      assertThat(worker.harness.report().handedBack()).isEqualTo(20);
      assertThat(worker.harness.broker().lane("a").unread()).isEqualTo(20);
    }
  }
}
