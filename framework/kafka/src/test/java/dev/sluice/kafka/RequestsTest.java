package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.Carried;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RequestsTest {
  private static final int ONE_BATCH_OF_A_BROKER = 1_000_000;

  @Test
  void noRequestIsLargerThanABrokerWrites() {
    List<Carried.Stretch> everySecond = new ArrayList<>();
    for (long at = 1; at < 30_000; at += 2) {
      everySecond.add(new Carried.Stretch(at, at + 1));
    }
    Carried full = new Carried(everySecond, List.of());
    List<Kept.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      entries.add(new Kept.Entry(new TopicPartition("flights", i), 0, full, Optional.empty(), null, 0));
    }

    List<Map<TopicPartition, OffsetAndMetadata>> requests = Requests.of(entries);

    Set<TopicPartition> all = new HashSet<>();
    for (Map<TopicPartition, OffsetAndMetadata> request : requests) {
      all.addAll(request.keySet());
      int bytes = request.values().stream().mapToInt(at -> at.metadata().length() + 150).sum();
      assertThat(bytes).isLessThan(ONE_BATCH_OF_A_BROKER / 2);
    }
    assertThat(all).hasSize(1000);
  }

  @Test
  void aThousandPartitionsWithNothingButMarksGoInOne() {
    List<Kept.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      entries.add(new Kept.Entry(new TopicPartition("flights", i), i, Carried.NONE, Optional.empty(), null, 0));
    }

    assertThat(Requests.of(entries)).hasSize(1);
    assertThat(Requests.of(List.of())).isEmpty();
  }
}
