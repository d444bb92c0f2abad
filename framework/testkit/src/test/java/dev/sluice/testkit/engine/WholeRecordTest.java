package dev.sluice.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.Decoder;
import dev.sluice.api.EncodedRecord;
import dev.sluice.spi.DeadLetter;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.testkit.HeldHandler;
import dev.sluice.testkit.InMemoryDeadLetters;
import dev.sluice.testkit.WorkerHarness;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WholeRecordTest {
  private final HeldHandler<String> handler = new HeldHandler<>(Worker.LIMITS);
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The value behind its key, its schema and where it stands. */
  private static String decode(EncodedRecord record) {
    String schema =
        record
            .header("schema")
            .map(WholeRecordTest::text)
            .orElseThrow(() -> new IllegalArgumentException("no header 'schema'"));
    return record.key().map(WholeRecordTest::text).orElse("none")
        + ":"
        + schema
        + ":"
        + record.encodedValue().map(WholeRecordTest::text).orElse("tombstone")
        + "@"
        + record.id();
  }

  @Test
  void aDecoderReadsKeyHeadersAndPlaceAndRefusesARecordThatLacksOne() {
    try (WorkerHarness<String> harness =
        WorkerHarness.of(
            handler, Decoder.ofRecord(WholeRecordTest::decode), Graveyard.options(letters, 5))) {
      harness.push(
          "a",
          FakeRecord.of("k", "v").header("schema", "7"),
          new FakeRecord(null, null, List.of(), 0).header("schema", "8"),
          FakeRecord.of("k", "v"));

      assertThat(handler.last().values()).containsExactly("k:7:v@a/0", "none:8:tombstone@a/1");
      handler.last().done();
      harness.turn();
      assertThat(letters.letters()).extracting(DeadLetter::position).containsExactly(2L);
      assertThat(letters.letters().get(0).errorMessage()).isEqualTo("no header 'schema'");
    }
  }

  @Test
  void aHandlerSeesAllHeadersInTheirOrder() {
    try (WorkerHarness<String> harness =
        WorkerHarness.of(handler, bytes -> "x", Graveyard.options(letters, 5))) {
      harness.push("a", FakeRecord.of("v").header("b", "1").header("a", "2").header("b", "3"));

      List<Map.Entry<String, byte[]>> headers = handler.last().chunk().get(0).headers();
      assertThat(headers).extracting(Map.Entry::getKey).containsExactly("b", "a", "b");
      assertThat(headers).extracting(each -> text(each.getValue())).containsExactly("1", "2", "3");
    }
  }

  @Test
  void aDecoderMayTurnAValueIntoNullAndTheHandlerStillTellsItFromATombstone() {
    try (WorkerHarness<String> harness =
        WorkerHarness.of(handler, bytes -> null, Graveyard.options(letters, 5))) {
      harness.push("a", FakeRecord.of("v"), new FakeRecord(null, null, List.of(), 0));

      assertThat(handler.last().chunk().get(0).value()).isNull();
      assertThat(handler.last().chunk().get(0).encodedValue()).isPresent();
      assertThat(handler.last().chunk().get(1).value()).isNull();
      assertThat(handler.last().chunk().get(1).encodedValue()).isEmpty();
      handler.last().done();
      harness.turn();
      assertThat(harness.settled("a")).hasSize(2);
    }
  }
}
