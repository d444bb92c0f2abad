package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.Batch;
import org.junit.jupiter.api.Test;

class BatchLogTest {
  private final BatchLog log = new BatchLog();

  private static Batch batch(long position) {
    return FakeBatch.from(position, "a", "b", "c");
  }

  private void cut(long number) {
    log.cut(log.find(number));
  }

  @Test
  void everyNumberFindsItsBatch() {
    Batch first = batch(10);
    Batch second = batch(20);
    log.add(first, 0, 3);
    log.add(second, 3, 3);

    assertThat(log.find(0).batch).isSameAs(first);
    assertThat(log.find(2).batch).isSameAs(first);
    assertThat(log.find(3).batch).isSameAs(second);
    assertThat(log.find(5).first).isEqualTo(3);
  }

  @Test
  void runsOfOneBatchAreOneEntry() {
    Batch first = batch(10);
    BatchLog.Entry entry = log.add(first, 0, 1);

    assertThat(log.add(first, 0, 1)).isSameAs(entry);

    log.add(batch(20), 3, 3);
    cut(0);
    cut(2);
    assertThat(log.find(3).first).isEqualTo(3);
  }

  @Test
  void aBatchIsKeptUntilTheLastOfItsRecordsIsCut() {
    for (int i = 0; i < 200; i++) {
      log.add(batch(i * 10L), i * 3L, 3);
    }
    for (int i = 1; i < 200; i++) {
      cut(i * 3L);
      cut(i * 3L + 2);
    }
    cut(0);
    cut(1);

    assertThat(log.find(2).batch.position(0)).isZero();
    for (int i = 0; i < 200; i++) {
      assertThat(log.find(i * 3L + 1).first).isEqualTo(i * 3L);
    }
  }

  @Test
  void itGoesOnWhereWholeBatchesHaveGoneFromTheFront() {
    for (int round = 0; round < 500; round++) {
      log.add(batch(round * 10L), round * 3L, 3);
      if (round >= 2) {
        long old = (round - 2) * 3L;
        assertThat(log.find(old + 2).batch.position(0)).isEqualTo((round - 2) * 10L);
        cut(old);
        cut(old + 1);
        cut(old + 2);
      }
      assertThat(log.find(round * 3L).first).isEqualTo(round * 3L);
    }
  }

  @Test
  void aClearedLogBeginsAnew() {
    log.add(batch(0), 0, 3);
    log.clear();
    Batch later = batch(50);
    log.add(later, 3, 3);

    assertThat(log.find(4).batch).isSameAs(later);
  }
}
