package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConsumerFiguresTest {

  static Stream<Golden> rows() {
    return Golden.rows("consumer.yaml").stream();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void everyGoldenRowGivesItsFigure(Golden row) {
    assertThat(figure(row).toSeconds()).isEqualTo(row.number("expect").orElseThrow());
  }

  @Test
  void aNeedBeyondWhatKafkaCanBeToldIsRefused() {
    Duration month = Duration.ofDays(30);
    Duration ten = Duration.ofSeconds(10);

    assertThatThrownBy(() -> ConsumerFigures.maxPollInterval(month, ten, ten, ten))
        .isInstanceOf(InvalidDeclaration.class)
        .hasMessageStartingWith("max.poll.interval.ms would have to be 2592025000, more than");
  }

  @Test
  void aChunkOfNothingIsRefused() {
    Duration any = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new DeliveryAck(any, any, any, any, any, 1, 1, 0, 1, false))
        .isInstanceOf(InvalidDeclaration.class)
        .hasMessage("chunk.records must be at least 1, not 0");
  }

  private static Duration figure(Golden row) {
    return switch (row.text("figure").orElseThrow()) {
      case "maxPollInterval" ->
          ConsumerFigures.maxPollInterval(
              seconds(row, "need", 0),
              seconds(row, "commit", 10),
              seconds(row, "margin", 10),
              seconds(row, "heartbeat", 3));
      case "deliveryAck" -> ConsumerFigures.deliveryAck(held(row));
      case "sqsVisibility" -> ConsumerFigures.sqsVisibility(held(row));
      case "hpaStabilization" -> ConsumerFigures.hpaStabilization(seconds(row, "grace", 0));
      case "kedaCooldown" ->
          ConsumerFigures.kedaCooldown(seconds(row, "linger", 1), seconds(row, "limit", 0));
      case "rollingUpdate" ->
          ConsumerFigures.rollingUpdate(
              seconds(row, "startup", 0), count(row, "replicas"), count(row, "atATime"));
      default -> throw new AssertionError("unknown figure in " + row);
    };
  }

  @Test
  void queuesShareTheChunksInFlight() {
    // One queue: the formula without queues.
    assertThat(waves(1, 400, false)).isEqualTo(1);
    assertThat(waves(1, 401, false)).isEqualTo(2);
    assertThat(waves(1, 400, true)).isEqualTo(4);
    // All of them wait for the same four places.
    assertThat(waves(20, 400, false)).isEqualTo(20);
    assertThat(waves(4, 400, true)).isEqualTo(4);
    assertThat(waves(5, 400, true)).isEqualTo(8);
    // A chunk is of one queue, however little it has.
    assertThat(waves(20, 1, false)).isEqualTo(5);
  }

  private static long waves(int queues, int prefetch, boolean ordered) {
    Duration any = Duration.ofSeconds(1);
    return new DeliveryAck(any, any, any, any, any, queues, prefetch, 100, 4, ordered).waves();
  }

  private static DeliveryAck held(Golden row) {
    return new DeliveryAck(
        seconds(row, "limit", 0),
        seconds(row, "linger", 1),
        Duration.ZERO,
        Duration.ZERO,
        seconds(row, "commit", 10),
        (int) row.number("queues").orElse(1),
        count(row, "prefetch"),
        count(row, "chunk"),
        count(row, "inFlight"),
        !row.text("order").orElseThrow().equals("none"));
  }

  private static Duration seconds(Golden row, String key, long otherwise) {
    return Duration.ofSeconds(row.number(key).orElse(otherwise));
  }

  private static int count(Golden row, String key) {
    return (int) row.number(key).orElseThrow();
  }
}
