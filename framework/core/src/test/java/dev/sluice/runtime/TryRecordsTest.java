package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneLedger;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.progress.Settling;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TryRecordsTest {
  private static final int SIZE = 300;

  private final LaneLedger ledger =
      LaneLedger.of(new LaneRef("a", 1), ResumePoint.at(0), Settling.CUMULATIVE);
  private final RawChunk chunk = chunk();
  private final TryRecords records = new TryRecords(chunk);
  private final Future<Void> ended = Promise.<Void>promise().future();

  private RawChunk chunk() {
    FakeBatch batch =
        FakeBatch.from(0, IntStream.range(0, SIZE).mapToObj(i -> "v" + i).toArray(String[]::new));
    long first = ledger.receive(batch);
    return new Stretches(List.of(new Stretches.Stretch(batch, first, 0, SIZE)));
  }

  private List<Long> rest() {
    List<Long> numbers = new ArrayList<>();
    records
        .rest(ledger)
        .ifPresent(
            rest -> IntStream.range(0, rest.size()).forEach(i -> numbers.add(rest.number(i))));
    assertThat(records.held()).isEqualTo(numbers.size());
    return numbers;
  }

  private static List<Long> from(long first) {
    return java.util.stream.LongStream.range(first, SIZE).boxed().toList();
  }

  @Test
  void everythingIsHeldBeforeTheFirstCheckpoint() {
    assertThat(records.checkpointed()).isZero();
    assertThat(rest()).isEqualTo(from(0));
  }

  @Test
  void aRecordThatWasRejectedIsNotEndedByACheckpointThatTheLoopHearsOfFirst() {
    BitSet asked = new BitSet();
    asked.set(3);
    records.asked(asked);
    records.checkpoint(ledger, 10);

    assertThat(rest()).startsWith(3L, 10L);

    records.buried(3);
    ledger.deadLettered(3);
    records.asked(asked);
    records.checkpoint(ledger, 20);

    assertThat(rest()).isEqualTo(from(20));
  }

  @Test
  void aCheckpointEndsTheRecordsBeforeIt() {
    records.checkpoint(ledger, 100);
    records.checkpoint(ledger, 40);

    assertThat(records.checkpointed()).as("it never goes back").isEqualTo(100);
    assertThat(rest()).isEqualTo(from(100));
    assertThat(ledger.unsettled()).isEqualTo(100);

    records.checkpoint(ledger, SIZE);
    assertThat(rest()).isEmpty();
  }

  @Test
  void aRejectedRecordAheadOfTheCheckpointIsNotHeldOnceItsLetterIsConfirmed() {
    records.rejecting(298, ended);
    assertThat(records.held()).isEqualTo(SIZE);

    records.buried(298);
    ledger.deadLettered(298);
    records.written(298);
    records.checkpoint(ledger, 297);

    assertThat(rest()).containsExactly(297L, 299L);
    records.checkpoint(ledger, SIZE);
    assertThat(rest()).isEmpty();
    assertThat(ledger.unsettled()).isEqualTo(SIZE);
  }

  @Test
  void aCheckpointPassesOverRecordsWhoseLetterIsNotConfirmed() {
    records.rejecting(0, ended);
    records.rejecting(5, ended);
    records.asked(BitSet.valueOf(new long[] {1 << 6}));
    records.checkpoint(ledger, 298);

    assertThat(rest()).containsExactly(0L, 5L, 6L, 298L, 299L);
    assertThat(ledger.unsettled()).isEqualTo(295);

    records.buried(5);
    ledger.deadLettered(5);
    assertThat(rest()).containsExactly(0L, 6L, 298L, 299L);
  }

  @Test
  void recordsThatTheBooksHaveForgottenDoNotComeBack() {
    records.checkpoint(ledger, 200);
    for (Settlement settlement : ledger.take()) {
      ledger.settled(settlement);
    }
    records.rejecting(250, ended);
    records.buried(250);
    ledger.deadLettered(250);
    records.written(250);

    List<Long> left = new ArrayList<>(from(200));
    left.remove(250L);
    assertThat(rest()).isEqualTo(left);
  }

  @Test
  void whatWaitsForLettersRunsOnceTheLastIsWritten() {
    List<String> ran = new ArrayList<>();
    records.whenWritten(() -> ran.add("at once"));
    records.rejecting(1, ended);
    records.rejecting(2, ended);
    records.whenWritten(() -> ran.add("later"));
    records.written(1);
    assertThat(ran).containsExactly("at once");

    records.written(2);
    assertThat(ran).containsExactly("at once", "later");

    records.rejecting(3, ended);
    records.written(3);
    assertThat(ran).as("once only").hasSize(2);
  }
}
