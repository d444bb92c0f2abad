package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Attempt;
import dev.sluice.spi.Header;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeliveriesTest {
  private static final long NOW = 1_764_547_200_000L;
  private static final long FIRST_TAG = 7;

  private static LaneShape shape(Optional<String> keyHeader, MissingId nameless, boolean counts) {
    UUID channel = UUID.randomUUID();
    return new LaneShape(
        new LaneRef("flights", 1),
        "flights",
        channel,
        LaneShape.base(NOW, channel),
        keyHeader,
        nameless,
        counts);
  }

  private static Deliveries of(LaneShape shape, AMQP.BasicProperties... properties) {
    Deliveries.Collector collector = new Deliveries.Collector(shape, 11, NOW);
    for (int i = 0; i < properties.length; i++) {
      collector.add(
          new Envelope(FIRST_TAG + i, false, "airport", "flight." + i),
          properties[i],
          ("body " + i).getBytes(StandardCharsets.UTF_8));
    }
    return collector.done();
  }

  private static AMQP.BasicProperties named(String id, Map<String, Object> headers) {
    return new AMQP.BasicProperties.Builder().messageId(id).headers(headers).build();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void aRecordIsWhatItsMessageSays() {
    LaneShape shape = shape(Optional.empty(), MissingId.STOP, false);
    Deliveries batch =
        of(shape, named("a", Map.of("trace", "t", Attempts.HEADER, 2)), named("b", null));
    assertThat(batch.size()).isEqualTo(2);
    assertThat(batch.position(1)).isEqualTo(batch.position(0) + 1);
    assertThat(batch.nextPosition()).isEqualTo(batch.position(1) + 1);
    assertThat(shape.tag(batch.position(0))).isEqualTo(FIRST_TAG);
    assertThat(text(batch.key(1))).isEqualTo("flight.1");
    assertThat(text(batch.value(1))).isEqualTo("body 1");
    assertThat(batch.header(0, "trace").map(DeliveriesTest::text)).contains("t");
    assertThat(batch.header(0, "amqp-message-id").map(DeliveriesTest::text)).contains("a");
    assertThat(batch.headers(0)).extracting(Header::name).doesNotContain(Attempts.HEADER);
    assertThat(batch.topic(0)).contains("airport");
    assertThat(batch.timestamp(0)).isEqualTo(NOW);
    assertThat(batch.attempt(0)).isEmpty();
    assertThat(batch.bytes(0)).isEqualTo("body 0".length() + "flight.0".length());
  }

  @Test
  void theKeyIsTheHeaderThatTheSettingsName() {
    Deliveries batch =
        of(
            shape(Optional.of("route"), MissingId.STOP, false),
            named("a", Map.of("route", "MUC-FRA")),
            named("b", Map.of()));
    assertThat(text(batch.key(0))).isEqualTo("MUC-FRA");
    assertThat(batch.key(1)).isNull();
  }

  @Test
  void anIdIsTheMessagesOwnInItsQueue() {
    AMQP.BasicProperties none = new AMQP.BasicProperties();
    assertThat(of(shape(Optional.empty(), MissingId.STOP, false), named("a", null)).id(0))
        .contains("flights/a");
    for (MissingId policy : Set.of(MissingId.STOP, MissingId.DEAD_LETTER)) {
      assertThat(of(shape(Optional.empty(), policy, false), none, named("", null)).id(0)).isEmpty();
    }
    Deliveries everyTime = of(shape(Optional.empty(), MissingId.AT_LEAST_ONCE, false), none, none);
    assertThat(everyTime.id(0)).isPresent().isNotEqualTo(everyTime.id(1));
  }

  @Test
  void namelessMessagesOfTwoChannelsHaveDifferentIdsEvenAtTheSamePosition() {
    AMQP.BasicProperties none = new AMQP.BasicProperties();
    LaneShape one = shape(Optional.empty(), MissingId.AT_LEAST_ONCE, false);
    LaneShape other =
        new LaneShape(
            one.ref(),
            one.queue(),
            UUID.randomUUID(),
            one.base(),
            one.keyHeader(),
            one.nameless(),
            one.counts());

    assertThat(of(one, none).position(0)).isEqualTo(of(other, none).position(0));
    assertThat(of(one, none).id(0)).isPresent().isNotEqualTo(of(other, none).id(0));
    assertThat(of(one, none).id(0)).contains("flights@" + one.channel() + "/" + FIRST_TAG);
  }

  @Test
  void attemptsAreCountedWhereTheyTravel() {
    LaneShape counts = shape(Optional.empty(), MissingId.STOP, true);
    Deliveries batch = of(counts, named("a", Map.of()), named("b", Map.of(Attempts.HEADER, 2)));
    assertThat(batch.attempt(0)).contains(new Attempt(1, OptionalInt.empty()));
    assertThat(batch.attempt(1)).contains(new Attempt(3, OptionalInt.empty()));
  }

  @Test
  void aTimestampIsThePublishers() {
    Instant published = Instant.ofEpochSecond(1_700_000_000L);
    Deliveries batch =
        of(
            shape(Optional.empty(), MissingId.STOP, false),
            new AMQP.BasicProperties.Builder().timestamp(Date.from(published)).build());
    assertThat(batch.timestamp(0)).isEqualTo(published.toEpochMilli());
  }

  @Test
  void channelsBeginFarApart() {
    UUID first = new UUID(0x0000_0000_0000_4000L, 0);
    UUID next = new UUID(0x0000_0000_0001_4000L, 0);
    UUID last = new UUID(0xffff_ffff_ffff_4000L, 0);
    long tomorrow = NOW + Duration.ofDays(1).toMillis();

    assertThat(LaneShape.base(NOW, next)).isEqualTo(LaneShape.base(NOW, first) + 1);
    assertThat(LaneShape.base(NOW, last)).isEqualTo(LaneShape.base(tomorrow, first) - 1);
    assertThat(LaneShape.base(Instant.parse("2020-01-01T00:00:00Z").toEpochMilli(), first))
        .isZero();
    assertThat(LaneShape.base(Instant.parse("2109-01-01T00:00:00Z").toEpochMilli(), last))
        .isPositive();
  }
}
