package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.api.TryEnded;
import dev.sluice.config.OnFailure;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.TransactionStore.LaneStanding;
import dev.sluice.testkit.FakeRevoke;
import dev.sluice.testkit.FakeTransactions;
import dev.sluice.testkit.FakeTransactions.Connection;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.WorkerHarness;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Handlers that write in transactions, one thing at a time. */
class TransactionTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final FakeTransactions store = new FakeTransactions();
  private final List<List<String>> given = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private Function<Connection, Future<?>> after = connection -> Future.succeededFuture();

  TransactionTest() {
    store.open("p", SECOND);
  }

  private ChunkHandler<String> inserting() {
    return handler(
        (chunk, context) ->
            context.transaction(
                store,
                (connection, fresh) -> {
                  List<String> values = fresh.records().stream().map(SourceRecord::value).toList();
                  given.add(values);
                  return Future.all(values.stream().map(connection::insert).toList())
                      .compose(written -> after.apply(connection));
                }));
  }

  private ChunkHandler<String> handler(ChunkHandler.Body<String> body) {
    return ChunkHandler.of(
        TaskLimits.limit(Duration.ofMinutes(1)),
        (chunk, context) -> body.handle(chunk, context).onFailure(failures::add));
  }

  private HarnessOptions options() {
    return HarnessOptions.log().transactions(store);
  }

  private WorkerHarness<String> worker(ChunkHandler<String> handler) {
    return WorkerHarness.of(handler, Decoder.string(), options());
  }

  @Test
  void aChunkIsAppliedAndSettledBehindItsCommit() {
    store.holdCommits(true);
    try (WorkerHarness<String> worker = worker(inserting())) {
      worker.push("a", "1", "2", "3");
      assertThat(worker.settled("a")).isEmpty();

      store.held().get(0).land();
      worker.turn();

      assertThat(store.rows()).containsExactly("1", "2", "3");
      assertThat(store.position("a")).contains(3L);
      assertThat(worker.settled("a")).containsExactly("1", "2", "3");
    }
  }

  @Test
  void aLaneGoesOnWhereTheStoreSaysAndTheSourceFollows() {
    store.ownLanes(Map.of("a", 2L), SECOND);
    try (WorkerHarness<String> worker = worker(inserting())) {
      worker.push("a", "1", "2", "3");

      assertThat(given).containsExactly(List.of("3"));
      assertThat(worker.settled("a")).containsExactly("1", "2", "3");
    }
  }

  @Test
  void aStoreThatIsAwayIsAskedUntilItAnswersAndNothingIsDeliveredBefore() {
    store.away(true);
    try (WorkerHarness<String> worker = worker(inserting())) {
      worker.push("a", "1");
      worker.advance(Duration.ofMinutes(2));
      assertThat(worker.counts().received()).isZero();

      store.away(false);
      worker.advance(Duration.ofMinutes(1));

      assertThat(store.rows()).containsExactly("1");
    }
  }

  @Test
  void aLaneThatIsRevokedOrLostBeforeTheStoreAnswersIsLetGo() {
    store.away(true);
    try (WorkerHarness<String> worker = worker(inserting())) {
      worker.push("a", "1");
      worker.push("b", "1");
      FakeRevoke revoke = worker.revoke(SECOND, new LaneRef("a", 1));
      assertThat(revoke.settlements()).isEmpty();
      revoke.release();
      worker.lose(new LaneRef("b", 1));
      store.away(false);
      worker.advance(Duration.ofMinutes(1));

      assertThat(given).isEmpty();
      assertThat(store.position("a")).isEmpty();
    }
  }

  @Test
  void aTryThatIsCutWithItsCommitOnTheWayIsFoundOutFromTheStore() {
    store.holdCommits(true);
    try (WorkerHarness<String> worker = worker(inserting())) {
      worker.push("a", "1", "2");
      worker.advance(Duration.ofMinutes(1));
      assertThat(failures).singleElement().isInstanceOf(TryEnded.class);
      store.holdCommits(false);
      store.held().get(0).land();
      worker.advance(Duration.ofMinutes(1));

      assertThat(store.rows()).containsExactly("1", "2");
      assertThat(worker.settled("a")).containsExactly("1", "2");
      assertThat(given).hasSize(1);
    }
  }

  @Test
  void aDeadTryBeginsNoCommit() {
    Promise<Void> work = Promise.promise();
    after = connection -> given.size() == 1 ? work.future() : Future.succeededFuture();
    try (WorkerHarness<String> worker = worker(inserting())) {
      worker.push("a", "1");
      worker.advance(Duration.ofMinutes(1));
      work.complete();
      worker.advance(Duration.ofMinutes(1));

      assertThat(store.rows()).containsExactly("1");
      assertThat(failures).singleElement().isInstanceOf(TryEnded.class);
    }
  }

  @Test
  void whatEndsWithoutATransactionMovesTheStoreBeforeTheSource() {
    HarnessOptions skipping =
        options()
            .figures(f -> f.retry(1, Duration.ofMillis(1), Duration.ofMillis(1), OnFailure.SKIP));
    ChunkHandler<String> failing =
        handler((chunk, context) -> Future.failedFuture(new IllegalStateException("never")));
    try (WorkerHarness<String> worker = WorkerHarness.of(failing, Decoder.string(), skipping)) {
      worker.push("a", "1");

      assertThat(worker.settled("a")).containsExactly("1");
      assertThat(store.position("a")).contains(1L);

      store.away(true);
      worker.push("a", "2");
      worker.advance(SECOND);
      assertThat(worker.settled("a")).containsExactly("1");
      store.away(false);
      worker.advance(SECOND);
      assertThat(worker.settled("a")).containsExactly("1", "2");
    }
  }

  @Test
  void aRejectedRecordIsNotGivenToTheWorkAndNotPassedBeforeItsEnd() {
    HarnessOptions skipping =
        options()
            .figures(f -> f.retry(1, Duration.ofMillis(1), Duration.ofMillis(1), OnFailure.SKIP));
    ChunkHandler<String> rejecting =
        handler(
            (chunk, context) -> {
              context.reject(chunk.get(1), new IllegalStateException("bad"));
              return context.transaction(
                  store,
                  (connection, fresh) -> {
                    given.add(fresh.records().stream().map(SourceRecord::value).toList());
                    return connection.insert(fresh.size() + " of " + chunk.size());
                  });
            });
    try (WorkerHarness<String> worker = WorkerHarness.of(rejecting, Decoder.string(), skipping)) {
      worker.push("a", "1", "2", "3");

      assertThat(given).containsExactly(List.of("1", "3"));
      assertThat(worker.counts().skipped()).isEqualTo(1);
      assertThat(worker.settled("a")).hasSize(3);
    }
  }

  @Test
  void aLaneThatAnotherHasTakenByMistakeIsOwnedAgainAndNothingIsAppliedTwice() {
    try (WorkerHarness<String> worker = worker(inserting())) {
      worker.push("a", "1");
      LaneStanding late = store.ownLanes(Map.of("a", 0L), SECOND).result().get("a");
      assertThat(late.position()).isEqualTo(1);

      worker.push("a", "2");
      worker.advance(SECOND);

      assertThat(store.rows()).containsExactly("1", "2");
      assertThat(failures).singleElement().isInstanceOf(TryEnded.class);
      assertThat(worker.halted()).isEmpty();
    }
  }

  @Test
  void twoGroupsUnderOneNameStopTheLaneThatSaysSo() {
    try (WorkerHarness<String> worker = worker(inserting())) {
      worker.push("a", "0");
      for (int i = 1; i <= 4; i++) {
        store.ownLanes(Map.of("a", 0L), SECOND);
        worker.push("a", "" + i);
        worker.advance(SECOND);
      }

      assertThat(worker.halted().values())
          .singleElement()
          .asString()
          .contains("two groups work under one pipeline.name");
    }
  }

  @Test
  void aLongRecordGoesOnAtItsLastCommittedStepAlsoWhenNobodyHeardOfIt() {
    ChunkHandler<String> stepping =
        handler(
            (chunk, context) ->
                context.forEach(
                    each ->
                        context.inSteps(
                            store,
                            each,
                            steps -> {
                              int from =
                                  steps.resumeState().map(state -> state.getInt(0)).orElse(0);
                              given.add(List.of(each.value() + "@" + from));
                              return steps
                                  .step(
                                      c ->
                                          c.insert(each.value() + "#" + from)
                                              .map(Buffer.buffer().appendInt(from + 1)))
                                  .compose(stepped -> steps.finish(c -> c.insert(each.value())))
                                  .map(Outcome.DONE);
                            })));
    store.holdCommits(true);
    try (WorkerHarness<String> worker = worker(stepping)) {
      worker.push("a", "x");
      worker.advance(Duration.ofMinutes(1));
      store.held().get(0).land();
      store.holdCommits(false);
      worker.advance(Duration.ofMinutes(1));

      assertThat(given).containsExactly(List.of("x@0"), List.of("x@1"));
      assertThat(store.rows()).containsExactly("x#0", "x#1", "x");
      assertThat(worker.settled("a")).containsExactly("x");
    }
  }

  @Test
  void aRecordOfAQueueIsAppliedOnceByItsId() {
    try (WorkerHarness<String> worker =
        WorkerHarness.of(
            inserting(), Decoder.string(), HarnessOptions.queue().transactions(store))) {
      worker.push("a", "1", "2");
      assertThat(store.rows()).containsExactly("1", "2");
      worker.source().holdSettles();
      worker.push("a", "3");
      worker.lose(new LaneRef("a", worker.broker().lane("a").generation()));
      worker.assign("a");

      assertThat(store.rows()).containsExactly("1", "2", "3");
      assertThat(given).hasSize(2);
    }
  }

  @Test
  void transactionsThatNobodyAskedForSaySo() {
    try (WorkerHarness<String> worker =
        WorkerHarness.of(inserting(), Decoder.string(), HarnessOptions.log())) {
      worker.push("a", "1");

      assertThat(failures.get(0)).hasMessageContaining("no transactions from its Services");
    }
  }
}
