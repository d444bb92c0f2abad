package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InequivalentTest {
  private static final String OF = " for queue 'q' in vhost '/': received ";

  private static Optional<Inequivalent> read(String said) {
    return Inequivalent.read("PRECONDITION_FAILED - inequivalent arg " + said, "q", "/");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "'sluice' but current is 'quorum', quorum",
        "none but current is the value 'quorum' of type 'longstr', quorum",
        "the value 'stream' of type 'longstr' but current is the value 'it''s' of type 'longstr',"
            + " it''s",
        "none but current is the value '' of type 'longstr', \"\"",
      })
  void aTextIsTaken(String said, String value) {
    assertThat(read("'x-queue-type'" + OF + said))
        .contains(new Inequivalent("x-queue-type", Optional.of(value)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "byte",
        "unsignedbyte",
        "short",
        "unsignedshort",
        "signedint",
        "unsignedint",
        "long"
      })
  void aNumberOfAnyWidthIsTaken(String type) {
    assertThat(
            read(
                "'x-delivery-limit'"
                    + OF
                    + "none but current is the value '-1' of type '"
                    + type
                    + "'"))
        .contains(new Inequivalent("x-delivery-limit", Optional.of(-1L)));
  }

  @Test
  void truthIsTaken() {
    assertThat(
            read(
                "'x-single-active-consumer'"
                    + OF
                    + "none but current is the value 'true' of type 'bool'"))
        .contains(new Inequivalent("x-single-active-consumer", Optional.of(true)));
    assertThat(read("'durable'" + OF + "'true' but current is 'false'"))
        .contains(new Inequivalent("durable", Optional.of("false")));
  }

  @Test
  void whatIsNotThereIsSaidAsNone() {
    assertThat(read("'x-queue-type'" + OF + "the value '?' of type 'longstr' but current is none"))
        .contains(new Inequivalent("x-queue-type", Optional.empty()));
  }

  @Test
  void namesMayHaveQuotesAndTheWordsOfTheMessage() {
    String queue = "a' in vhost '/': received 'b' but current is 'c";
    assertThat(
            Inequivalent.read(
                "PRECONDITION_FAILED - inequivalent arg 'x-queue-type' for queue '"
                    + queue
                    + "' in vhost 'v'': received 'x' but current is 'quorum'",
                queue,
                "v'"))
        .contains(new Inequivalent("x-queue-type", Optional.of("quorum")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Cut at 255 bytes.
        "'x-queue-type' for queue 'q' in vhost '/': received none but current is the value 'qu...",
        "'x-queue-type' for queue 'q' in vhost '/': received none but current is the value 'quorum'"
            + " of ...",
        "'x-queue-type' for queue 'q' in vhost '/': received none but curr...",
        "'x-queue-type' for queue 'qqq...",
        // Of something else.
        "'x-queue-type' for queue 'other' in vhost '/': received 'a' but current is 'quorum'",
        "'x-queue-type' for queue 'q' in vhost 'other': received 'a' but current is 'quorum'",
        "'type' for exchange 'q' in vhost '/': received 'fanout' but current is 'direct'",
        // Of a kind that is not read.
        "'x-delivery-limit' for queue 'q' in vhost '/': received none but current is the value"
            + " '[]' of type 'array'",
        "'x-delivery-limit' for queue 'q' in vhost '/': received none but current is the value"
            + " '3.5' of type 'long'",
        "'x-single' for queue 'q' in vhost '/': received none but current is the value 'yes' of"
            + " type 'bool'",
        "",
      })
  void whatIsNotWholeIsNotRead(String said) {
    assertThat(read(said)).isEmpty();
  }

  @Test
  void anotherRefusalIsNotRead() {
    assertThat(
            Inequivalent.read(
                "PRECONDITION_FAILED - invalid arg 'x-max-age' for queue 'q' in vhost '/' of queue"
                    + " type rabbit_classic_queue",
                "q",
                "/"))
        .isEmpty();
  }
}
