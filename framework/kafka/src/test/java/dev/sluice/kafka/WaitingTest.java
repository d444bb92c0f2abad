package dev.sluice.kafka;

import static dev.sluice.kafka.Letters.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class WaitingTest {
  private static final Duration DELAY = Duration.ofMinutes(1);
  private static final long NOW = 1_700_000_000_000L;

  private final Waiting waiting = new Waiting(new LaneRef("g.retry.1m-0", 1), DELAY);
  private final Clock clock =
      new Clock() {
        @Override
        public long nanos() {
          return 0;
        }

        @Override
        public long epochMillis() {
          return NOW;
        }
      };

  /** Records from offset 10 on that may be tried so many seconds from now. */
  private void polled(long... seconds) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < seconds.length; i++) {
      ProducerRecord<byte[], byte[]> sent =
          RetryRecord.write(
              "g.retry.1m", Letters.letter(i, null, bytes("v")), NOW + seconds[i] * 1000);
      records.add(
          new ConsumerRecord<>(
              sent.topic(),
              0,
              10 + i,
              0,
              TimestampType.CREATE_TIME,
              -1,
              -1,
              null,
              sent.value(),
              sent.headers(),
              Optional.empty()));
    }
    waiting.add(records, 50, clock);
  }

  private List<Long> dueAt(long seconds) {
    List<Long> positions = new ArrayList<>();
    waiting
        .due(Duration.ofSeconds(seconds).toNanos())
        .ifPresent(
            batch -> {
              for (int i = 0; i < batch.size(); i++) {
                positions.add(batch.position(i));
              }
            });
    return positions;
  }

  @Test
  void whatIsDueIsTakenOutInOrderAndTheRestWaits() {
    polled(-5, 0, 20, 30);

    assertThat(dueAt(0)).containsExactly(10L, 11L);
    assertThat(waiting.position()).isEqualTo(12);
    assertThat(waiting.left(0)).isEqualTo(Duration.ofSeconds(20));
    assertThat(dueAt(19)).isEmpty();
    assertThat(dueAt(40)).containsExactly(12L, 13L);
    assertThat(waiting.isEmpty()).isTrue();
  }

  @Test
  void aBatchEndsWhereTheNextRecordWaitsAndTheLastOneBehindTheGap() {
    polled(0, 20);

    assertThat(waiting.due(0).orElseThrow().nextPosition()).isEqualTo(11);
    assertThat(waiting.due(Duration.ofSeconds(20).toNanos()).orElseThrow().nextPosition())
        .isEqualTo(50);
  }

  @Test
  void aWriterWhoseClockIsAheadDelaysByOneDelayAtMost() {
    polled(86_400, 86_401);

    assertThat(dueAt(59)).isEmpty();
    assertThat(dueAt(60)).containsExactly(10L, 11L);
  }

  @Test
  void aRecordWithAnEarlierTimeWaitsForTheOneBeforeIt() {
    polled(20, 10);

    assertThat(dueAt(10)).isEmpty();
    assertThat(dueAt(20)).containsExactly(10L, 11L);
  }

  @Test
  void whatNoWorkerHasWrittenDoesNotWait() {
    waiting.add(
        List.of(new ConsumerRecord<>("g.retry.1m", 0, 7, bytes("k"), bytes("v"))), 8, clock);

    assertThat(dueAt(0)).containsExactly(7L);
  }
}
