package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.LongString;
import com.rabbitmq.client.impl.LongStringHelper;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerVersionTest {

  private static BrokerVersion version(String text) {
    LongString said = LongStringHelper.asLongString(text);
    return BrokerVersion.of(Map.of("version", said));
  }

  private static OptionalInt number(Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  @ParameterizedTest
  @CsvSource({
    // Before 4.0: the smaller of two, none without either, and a negative one is zero.
    "3.10.8,,,",
    "3.10.8,5,,5",
    "3.13.7,,7,7",
    "3.13.7,5,7,5",
    "3.13.7,-1,,0",
    "3.13.7,-1,7,0",
    // Since 4.0: 20 without either, and a negative one gives way, or is none.
    "4.0.1,,,20",
    "4.1.0-beta.1,5,,5",
    "4.1.0,,7,7",
    "4.1.0,5,7,5",
    "4.1.0,-1,,",
    "4.1.0,,-1,",
    "4.1.0,-1,7,7",
    "4.1.0,5,-1,5",
    "4.1.0,-1,-1,",
    // Who knows: the stricter of both.
    "HEAD,,,20",
    "HEAD,-1,,0",
    "HEAD,5,,5",
  })
  void theLimitInForce(String text, Integer argument, Integer policy, Integer limit) {
    assertThat(version(text).limit(number(argument), number(policy))).isEqualTo(number(limit));
  }

  @Test
  void aBrokerMaySayNothing() {
    BrokerVersion version = BrokerVersion.of(Map.of());

    assertThat(version.limitsByDefault()).isTrue();
    assertThat(version.negativeIsUnlimited()).isFalse();
  }
}
