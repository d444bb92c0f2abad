package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.OnFailure;
import dev.sluice.spi.TransactionStore;
import dev.sluice.testkit.FakeTransactions;
import dev.sluice.testkit.FakeTransactions.Connection;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.WorkerHarness;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Lanes in the store that are in each other's way, or in that of their own transactions. */
class LanesInTheStoreTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final FakeTransactions store = new FakeTransactions();
  private final List<List<String>> given = new ArrayList<>();
  private Function<Connection, Future<?>> after = connection -> Future.succeededFuture();

  LanesInTheStoreTest() {
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
    return ChunkHandler.of(TaskLimits.limit(Duration.ofMinutes(1)), body);
  }

  private HarnessOptions options() {
    return HarnessOptions.log().transactions(store);
  }

  @Test
  void aLaneThatCanNotBeOwnedDoesNotKeepTheOthersWaiting() {
    TransactionStore<?> refusing =
        (TransactionStore<?>)
            Proxy.newProxyInstance(
                TransactionStore.class.getClassLoader(),
                new Class<?>[] {TransactionStore.class},
                (proxy, method, arguments) ->
                    method.getName().equals("ownLanes")
                            && ((Map<?, ?>) arguments[0]).containsKey("b")
                        ? Future.failedFuture("b is locked")
                        : method.invoke(store, arguments));
    Map<String, Integer> seen = new HashMap<>();
    ChunkHandler<String> counting =
        handler(
            (chunk, context) -> {
              seen.merge(chunk.lane(), chunk.size(), Integer::sum);
              return Future.succeededFuture(Outcome.DONE);
            });
    try (WorkerHarness<String> worker =
        WorkerHarness.of(counting, Decoder.string(), HarnessOptions.log().transactions(refusing))) {
      // So that they are asked for together.
      store.away(true);
      worker.push("a", "1");
      worker.push("b", "1");
      worker.push("c", "1");
      store.away(false);
      worker.advance(Duration.ofMinutes(1));

      assertThat(seen.keySet()).containsExactlyInAnyOrder("a", "c");
    }
  }

  @Test
  void whatHasEndedWithoutATransactionWaitsForOneThatGoesOn() {
    HarnessOptions skipping =
        options()
            .figures(f -> f.retry(1, Duration.ofMillis(1), Duration.ofMillis(1), OnFailure.SKIP));
    ChunkHandler<String> inserting = inserting();
    ChunkHandler<String> failingFirst =
        handler(
            (chunk, context) ->
                chunk.get(0).value().equals("1")
                    ? Future.failedFuture(new IllegalStateException("never"))
                    : inserting.handle(chunk, context));
    try (WorkerHarness<String> worker =
        WorkerHarness.of(failingFirst, Decoder.string(), skipping)) {
      worker.push("a", "0");
      worker.advance(SECOND);
      Promise<Void> longer = Promise.promise();
      after = connection -> longer.future();
      store.away(true);
      worker.push("a", "1");
      store.away(false);
      worker.push("a", "2");
      worker.advance(SECOND.multipliedBy(20));
      assertThat(worker.settled("a")).containsExactly("0");

      longer.complete();
      worker.advance(SECOND);

      assertThat(given).containsExactly(List.of("0"), List.of("2"));
      assertThat(store.rows()).containsExactly("0", "2");
      assertThat(worker.settled("a")).containsExactly("0", "1", "2");
    }
  }
}
