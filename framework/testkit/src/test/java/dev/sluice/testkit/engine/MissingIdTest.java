package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Decoder;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.spi.DeadLetter;
import dev.sluice.testkit.FakeJobs;
import dev.sluice.testkit.FakeTransactions;
import dev.sluice.testkit.HarnessOptions;
import dev.sluice.testkit.InMemoryDeadLetters;
import dev.sluice.testkit.WorkerHarness;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records without an id before handlers that work in transactions, which know records by it. */
class MissingIdTest {
  private final FakeTransactions store = new FakeTransactions();
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();
  private final List<String> given = new ArrayList<>();
  private final List<Integer> failuresBefore = new ArrayList<>();

  MissingIdTest() {
    store.open("p", Duration.ofSeconds(1));
  }

  private ChunkHandler<String> handler(ChunkHandler.Body<String> body) {
    return ChunkHandler.of(
        TaskLimits.limit(Duration.ofMinutes(1)),
        (chunk, context) -> {
          failuresBefore.add(chunk.attempt());
          chunk.records().forEach(each -> given.add(each.value()));
          return body.handle(chunk, context);
        });
  }

  private ChunkHandler<String> inserting() {
    return handler(
        (chunk, context) ->
            context.transaction(
                store,
                (connection, fresh) ->
                    Future.all(
                        fresh.records().stream()
                            .map(SourceRecord::value)
                            .map(connection::insert)
                            .toList())));
  }

  private HarnessOptions options(OnFailure missingId) {
    return HarnessOptions.queue()
        .transactions(store)
        .deadLetters(letters)
        .figures(f -> f.missingId(missingId));
  }

  private static WorkerHarness<String> worker(
      ChunkHandler<String> handler, HarnessOptions options, int... without) {
    WorkerHarness<String> worker =
        WorkerHarness.of(
            handler,
            bytes -> {
              String value = Decoder.string().decode(bytes);
              if (value.startsWith("!")) {
                throw new IllegalArgumentException("not a value");
              }
              return value;
            },
            options);
    for (int index : without) {
      worker.broker().lane("a").withoutId(index);
    }
    return worker;
  }

  private void assertOnlyTheOneIsDead(WorkerHarness<String> worker) {
    assertThat(given).containsExactlyInAnyOrder("0", "1", "3", "4");
    assertThat(failuresBefore).containsOnly(0);
    assertThat(letters.letters())
        .singleElement()
        .extracting(DeadLetter::errorMessage)
        .asString()
        .contains("lane a at position 2 has no message id");
    assertThat(worker.settled("a")).hasSize(5);
    assertThat(worker.counts().deadLettered()).isEqualTo(1);
    assertThat(worker.counts().unaccounted()).isZero();
    assertThat(worker.halted()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void itsLetterIsWrittenAtOnceAndItsNeighboursAreAppliedWithoutAFailure(Ordering ordering) {
    HarnessOptions ordered = options(OnFailure.DEAD_LETTER).figures(f -> f.ordering(ordering));
    try (WorkerHarness<String> worker = worker(inserting(), ordered, 2)) {
      worker.push("a", "0", "1", "2", "3", "4");

      assertThat(store.rows()).containsExactlyInAnyOrder("0", "1", "3", "4");
      assertOnlyTheOneIsDead(worker);
    }
  }

  @Test
  void workInStepsNeedsAnIdToo() {
    ChunkHandler<String> stepping =
        handler(
            (chunk, context) ->
                context.forEach(
                    each ->
                        context.inSteps(
                            store,
                            each,
                            steps ->
                                steps
                                    .finish(connection -> connection.insert(each.value()))
                                    .map(Outcome.DONE))));
    try (WorkerHarness<String> worker = worker(stepping, options(OnFailure.DEAD_LETTER), 2)) {
      worker.push("a", "0", "1", "2", "3", "4");

      assertThat(store.rows()).containsExactly("0", "1", "3", "4");
      assertOnlyTheOneIsDead(worker);
    }
  }

  @Test
  void itsLaneStopsWithTheFixAndWhatWasBeforeItIsApplied() {
    try (WorkerHarness<String> worker = worker(inserting(), options(OnFailure.STOP), 1)) {
      worker.push("a", "0", "1", "2");

      assertThat(worker.halted().values())
          .singleElement()
          .asString()
          .startsWith("record a at position 1 has no message id")
          .contains("have its publisher give it one", "missingId under pipeline.source");
      assertThat(store.rows()).containsExactly("0");
      assertThat(given).containsExactly("0");
      assertThat(worker.settled("a")).containsExactly("0");
      assertThat(letters.letters()).isEmpty();
      assertThat(worker.counts().handedBack()).isEqualTo(2);
      assertThat(worker.counts().unaccounted()).isZero();
    }
  }

  @Test
  void manyOfThemStopTheLaneAtTheCeiling() {
    HarnessOptions few =
        options(OnFailure.DEAD_LETTER).figures(f -> f.ceiling(2, Duration.ofMinutes(1)));
    try (WorkerHarness<String> worker = worker(inserting(), few, 0, 1, 2)) {
      worker.push("a", "0", "1", "2", "3");

      assertThat(letters.letters()).hasSize(2);
      assertThat(given).isEmpty();
      assertThat(worker.halted().values()).singleElement().asString().contains("more than 2 dead");
    }
  }

  @Test
  void itStaysUnsettledWhenItsLetterCantBeWritten() {
    letters.fail(new IllegalStateException("no place"));
    try (WorkerHarness<String> worker = worker(inserting(), options(OnFailure.DEAD_LETTER), 1)) {
      worker.push("a", "0", "1", "2");

      assertThat(worker.settled("a")).containsExactly("0");
      assertThat(worker.halted().values())
          .singleElement()
          .asString()
          .contains("the dead letter of record a at position 1 can't be written");
    }
  }

  @Test
  void aSourceThatKeepsWhatIsGivenUpNeedsNoLetter() {
    HarnessOptions keeping =
        HarnessOptions.table()
            .transactions(store)
            .figures(f -> f.missingId(OnFailure.DEAD_LETTER).ordering(Ordering.NONE));
    try (WorkerHarness<String> worker = worker(inserting(), keeping, 1)) {
      worker.push("a", "0", "1", "2");

      FakeJobs jobs = worker.broker().lane("a").jobs().orElseThrow();
      assertThat(jobs.dead()).containsExactly(1);
      assertThat(jobs.lastError(1).orElseThrow()).contains("no message id");
      assertThat(store.rows()).containsExactlyInAnyOrder("0", "2");
    }
  }

  @Test
  void whatDoesNotDecodeEitherIsMalformed() {
    HarnessOptions skipping = options(OnFailure.STOP).figures(f -> f.malformed(OnFailure.SKIP));
    try (WorkerHarness<String> worker = worker(inserting(), skipping, 1)) {
      worker.push("a", "0", "!", "2");

      assertThat(worker.counts().skipped()).isEqualTo(1);
      assertThat(store.rows()).containsExactly("0", "2");
      assertThat(worker.halted()).isEmpty();
    }
  }

  @Test
  void withoutTransactionsNobodyAsksForIds() {
    HarnessOptions plain = HarnessOptions.queue().figures(f -> f.missingId(OnFailure.STOP));
    ChunkHandler<String> nothing =
        handler((chunk, context) -> Future.succeededFuture(Outcome.DONE));
    try (WorkerHarness<String> worker = worker(nothing, plain, 0, 1)) {
      worker.push("a", "0", "1");

      assertThat(worker.settled("a")).containsExactly("0", "1");
      assertThat(given).containsExactly("0", "1");
    }
  }

  @Test
  void aLogKnowsItsRecordsByTheirPositions() {
    HarnessOptions log =
        HarnessOptions.log().transactions(store).figures(f -> f.missingId(OnFailure.STOP));
    try (WorkerHarness<String> worker = worker(inserting(), log)) {
      worker.push("a", "0", "1");

      assertThat(store.rows()).containsExactly("0", "1");
      assertThat(worker.halted()).isEmpty();
    }
  }
}
