package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttemptsTest {
  private static final AMQP.BasicProperties FIRST =
      new AMQP.BasicProperties.Builder()
          .messageId("m-1")
          .expiration("1000")
          .userId("somebody")
          .headers(Map.of("trace", "t", "x-delivery-count", 9))
          .build();

  @Test
  void theyGrowByOneAndCountNoDeliveries() {
    AMQP.BasicProperties second = Attempts.failedOnceMore(FIRST);

    assertThat(Attempts.number(FIRST)).isEqualTo(1);
    assertThat(Attempts.number(second)).isEqualTo(2);
    assertThat(Attempts.number(Attempts.failedOnceMore(second))).isEqualTo(3);
  }

  @Test
  void theMessageKeepsItsIdAndHeadersButNoTimeToLiveAndNoUser() {
    AMQP.BasicProperties second = Attempts.failedOnceMore(FIRST);

    assertThat(second.getMessageId()).isEqualTo("m-1");
    assertThat(second.getDeliveryMode()).isEqualTo(2);
    assertThat(second.getHeaders()).containsOnlyKeys("trace", Attempts.HEADER);
    assertThat(second.getExpiration()).isNull();
    assertThat(second.getUserId()).as("a broker refuses the name of somebody else").isNull();
  }
}
