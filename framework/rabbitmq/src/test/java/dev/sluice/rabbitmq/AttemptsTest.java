package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Envelope;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttemptsTest {
  private static final Envelope ENVELOPE = new Envelope(3, true, "airport", "flight.DUB");
  private static final Envelope BACK = new Envelope(9, false, "", "flights");
  private static final AMQP.BasicProperties FIRST =
      new AMQP.BasicProperties.Builder()
          .messageId("m-1")
          .expiration("1000")
          .userId("somebody")
          .headers(Map.of("trace", "t", "x-delivery-count", 9))
          .build();

  @Test
  void theyGrowByOneAndCountNoDeliveries() {
    AMQP.BasicProperties second = Attempts.failedOnceMore(ENVELOPE, FIRST);

    assertThat(Attempts.number(FIRST)).isEqualTo(1);
    assertThat(Attempts.number(second)).isEqualTo(2);
    assertThat(Attempts.number(Attempts.failedOnceMore(BACK, second))).isEqualTo(3);
  }

  @Test
  void theMessageKeepsItsIdAndHeadersButNoTimeToLiveAndNoUser() {
    AMQP.BasicProperties second = Attempts.failedOnceMore(ENVELOPE, FIRST);

    assertThat(second.getMessageId()).isEqualTo("m-1");
    assertThat(second.getDeliveryMode()).isEqualTo(2);
    assertThat(second.getHeaders())
        .containsOnlyKeys(
            "trace", Attempts.HEADER, FirstAddress.EXCHANGE, FirstAddress.ROUTING_KEY);
    assertThat(second.getExpiration()).isNull();
    assertThat(second.getUserId()).as("a broker refuses the name of somebody else").isNull();
  }

  @Test
  void theFirstAddressIsKeptThroughEveryTry() {
    AMQP.BasicProperties third =
        Attempts.failedOnceMore(BACK, Attempts.failedOnceMore(ENVELOPE, FIRST));

    Envelope first = FirstAddress.of(BACK, third);

    assertThat(first.getExchange()).isEqualTo("airport");
    assertThat(first.getRoutingKey()).isEqualTo("flight.DUB");
    assertThat(first.getDeliveryTag()).isEqualTo(9);
    assertThat(first.isRedeliver()).isFalse();
    assertThat(FirstAddress.of(ENVELOPE, FIRST)).isSameAs(ENVELOPE);
  }

  @Test
  void whatSomebodyElseSaysOfAMessageThatWasNotTriedIsNotBelieved() {
    AMQP.BasicProperties foreign =
        new AMQP.BasicProperties.Builder()
            .headers(Map.of(FirstAddress.EXCHANGE, "other", FirstAddress.ROUTING_KEY, "other"))
            .build();

    assertThat(FirstAddress.of(ENVELOPE, foreign)).isSameAs(ENVELOPE);
    assertThat(Attempts.failedOnceMore(ENVELOPE, foreign).getHeaders())
        .containsEntry(FirstAddress.EXCHANGE, "airport")
        .containsEntry(FirstAddress.ROUTING_KEY, "flight.DUB");
  }
}
