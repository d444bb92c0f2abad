package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import dev.sluice.progress.LaneRef;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HeldTest {
  private static final long ARRIVED = 11;
  private static final LaneShape SHAPE =
      new LaneShape(
          new LaneRef("work", 1),
          "work",
          new UUID(0, 0),
          4096,
          Optional.empty(),
          MissingId.STOP,
          false);

  private final Held held = new Held();
  private final UnackedTags tags = new UnackedTags();

  private void arrive(long first, int count) {
    Deliveries.Collector collector = new Deliveries.Collector(SHAPE, ARRIVED, 0);
    for (long tag = first; tag < first + count; tag++) {
      collector.add(
          new Envelope(tag, false, "", "work"),
          new AMQP.BasicProperties.Builder().messageId("id" + tag).build(),
          ("m" + tag).getBytes(StandardCharsets.UTF_8));
    }
    held.add(collector.done());
  }

  private void answer(long from, long to) {
    var unused = tags.answer(UnackedTags.Answer.ACK, from, to);
    LongPredicate open = tags::open;
    held.answered(from, to, open);
  }

  /** How many messages it keeps from being forgotten. */
  private int kept() {
    return held.since(ARRIVED).stream().mapToInt(Deliveries::size).sum();
  }

  private void assertHolds(long tag) {
    Deliveries holding = held.holding(tag).orElseThrow();
    assertThat(new String(holding.body(tag), StandardCharsets.UTF_8)).isEqualTo("m" + tag);
    assertThat(holding.properties(tag).getMessageId()).isEqualTo("id" + tag);
    assertThat(holding.arrivedNanos()).isEqualTo(ARRIVED);
  }

  @Test
  void oneOpenMessageDoesNotKeepTheRestOfItsBatch() {
    for (int batch = 0; batch < 10; batch++) {
      arrive(1 + batch * 100L, 100);
    }
    for (int batch = 0; batch < 10; batch++) {
      long open = 1 + batch * 100L + 37;
      answer(1 + batch * 100L, open);
      answer(open + 1, 101 + batch * 100L);
    }
    assertThat(kept()).isEqualTo(10);
    for (int batch = 0; batch < 10; batch++) {
      assertHolds(1 + batch * 100L + 37);
    }
    assertThat(held.next()).isEqualTo(1001);
  }

  @Test
  void neverMoreThanTwiceWhatIsOpenIsKept() {
    arrive(1, 64);
    for (long tag = 64; tag > 1; tag -= 2) {
      answer(tag, tag + 1);
    }
    for (long tag = 1; tag < 64; tag += 4) {
      answer(tag, tag + 1);
      long open = LongStream.rangeClosed(1, 64).filter(tags::open).count();
      assertThat((long) kept()).isBetween(open, 2 * open);
      LongStream.rangeClosed(1, 64).filter(tags::open).forEach(this::assertHolds);
    }
    answer(1, 65);
    assertThat(kept()).isZero();
    assertThat(held.holding(3)).isEmpty();
  }
}
