package dev.sluice.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.impl.LongStringHelper;
import dev.sluice.spi.Header;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmqpHeadersTest {
  private static final byte[] NO_TEXT = {(byte) 0xff, 0, 1};
  private static final Instant TIME = Instant.parse("2026-03-01T10:00:00Z");
  private static final AMQP.BasicProperties ALL =
      new AMQP.BasicProperties.Builder()
          .contentType("application/json")
          .contentEncoding("gzip")
          .headers(Map.of("name", LongStringHelper.asLongString("Zürich")))
          .deliveryMode(2)
          .priority(7)
          .correlationId("c-1")
          .replyTo("answers")
          .expiration("60000")
          .messageId("m-1")
          .timestamp(Date.from(TIME))
          .type("flight")
          .userId("guest")
          .appId("airline")
          .build();

  @Test
  void everyPropertyIsAHeaderBehindTheMessagesOwn() {
    assertThat(texts(AmqpHeaders.of(new Envelope(5, true, "air", "lhr.zrh"), ALL)))
        .containsExactly(
            "name=Zürich",
            "amqp-content-type=application/json",
            "amqp-content-encoding=gzip",
            "amqp-message-id=m-1",
            "amqp-correlation-id=c-1",
            "amqp-reply-to=answers",
            "amqp-type=flight",
            "amqp-app-id=airline",
            "amqp-priority=7",
            "amqp-expiration=60000",
            "amqp-timestamp=2026-03-01T10:00:00Z",
            "amqp-user-id=guest",
            "amqp-exchange=air",
            "amqp-routing-key=lhr.zrh",
            "amqp-redelivered=true");
  }

  @Test
  void aMessageWithoutAnythingHasItsDeliveryOnly() {
    assertThat(texts(AmqpHeaders.of(new Envelope(1, false, "", "q"), new AMQP.BasicProperties())))
        .containsExactly("amqp-exchange=", "amqp-routing-key=q", "amqp-redelivered=false");
  }

  @Test
  void valuesThatAreNoTextAreWrittenAsText() {
    Map<String, Object> headers = new HashMap<>();
    headers.put("a-number", 42);
    headers.put("b-long", Long.MAX_VALUE);
    headers.put("c-decimal", new BigDecimal("1E+3"));
    headers.put("d-boolean", true);
    headers.put("e-time", Date.from(TIME));
    headers.put("f-bytes", NO_TEXT);
    headers.put("g-nothing", null);
    headers.put(
        "h-list",
        List.of(
            Map.of("queue", LongStringHelper.asLongString("q"), "time", Date.from(TIME)), 2, "x"));
    headers.put("i-table", Map.of("bytes", NO_TEXT));
    headers.put("j-double", 0.5);

    List<Header> read =
        AmqpHeaders.of(
            new Envelope(1, false, "", "q"),
            new AMQP.BasicProperties.Builder().headers(headers).build());

    assertThat(read.get(5).value()).isEqualTo(NO_TEXT);
    assertThat(read.get(6)).isEqualTo(new Header("g-nothing", null));
    List<String> texts = new ArrayList<>(texts(read));
    assertThat(texts.remove(7)).startsWith("h-list=[{").contains("\"queue\":\"q\"", "2026-03-01T");
    assertThat(texts)
        .contains(
            "a-number=42",
            "b-long=9223372036854775807",
            "c-decimal=1000",
            "d-boolean=true",
            "e-time=2026-03-01T10:00:00Z",
            "i-table={\"bytes\":\"/wAB\"}",
            "j-double=0.5");
  }

  @Test
  void goingBackEverythingIsAsItWasButWhoseItWasAndHowItCame() {
    AMQP.BasicProperties back =
        AmqpHeaders.properties(AmqpHeaders.of(new Envelope(5, true, "air", "lhr.zrh"), ALL));

    assertThat(back)
        .isEqualTo(
            ALL.builder()
                .headers(Map.of("name", "Zürich"))
                .userId(null)
                .deliveryMode(null)
                .build());
  }

  @Test
  void bytesThatAreNoTextStayBytes() {
    AMQP.BasicProperties back = AmqpHeaders.properties(List.of(new Header("raw", NO_TEXT)));

    assertThat((byte[]) back.getHeaders().get("raw")).isEqualTo(NO_TEXT);
  }

  @Test
  void aNameThatRepeatsBecomesAListAndNothingIsLost() {
    assertThat(
            AmqpHeaders.properties(
                    List.of(header("n", "1"), header("n", "2"), new Header("n", null)))
                .getHeaders())
        .isEqualTo(Map.of("n", Arrays.asList("1", "2", null)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-death",
        "x-delivery-count",
        "x-first-death-queue",
        "CC",
        "BCC",
        "sluice-publish"
      })
  void whatTheBrokerOrAPublisherSaidIsNotRepeated(String name) {
    assertThat(AmqpHeaders.properties(List.of(header(name, "1"))).getHeaders()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "amqp-priority, high",
    "amqp-priority, 256",
    "amqp-priority, -1",
    "amqp-expiration, soon",
    "amqp-expiration, -5",
    "amqp-timestamp, yesterday"
  })
  void whatCannotBeThePropertysValueStaysAHeader(String name, String value) {
    assertThat(AmqpHeaders.properties(List.of(header(name, value))).getHeaders())
        .isEqualTo(Map.of(name, value));
  }

  @Test
  void aTextTooLongForAPropertyStaysAHeaderAndANameTooLongIsCut() {
    String longText = "é".repeat(200);

    assertThat(
            AmqpHeaders.properties(
                    List.of(header("amqp-message-id", longText), header(longText, "v")))
                .getHeaders())
        .isEqualTo(Map.of("amqp-message-id", longText, "é".repeat(127), "v"));
  }

  private static Header header(String name, String text) {
    return new Header(name, text.getBytes(UTF_8));
  }

  private static List<String> texts(List<Header> headers) {
    return headers.stream()
        .map(
            header ->
                header.name()
                    + "="
                    + (header.value() == null ? null : new String(header.value(), UTF_8)))
        .toList();
  }
}
