package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.InvalidSetting;
import dev.sluice.rabbitmq.BrokerAddress.Host;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerAddressTest {
  @Test
  void severalHostsAreRead() {
    assertThat(BrokerAddress.of("amqp://u:p%40ss@one,two:5673,[::1]:5674/orders%2Feu"))
        .isEqualTo(
            new BrokerAddress(
                false,
                List.of(new Host("one", 5672), new Host("two", 5673), new Host("::1", 5674)),
                "u",
                Optional.of("p@ss"),
                "orders/eu"));
  }

  @Test
  void withoutAVirtualHostItIsTheSlash() {
    for (String end : List.of("", "/", "/%2F")) {
      assertThat(BrokerAddress.of("amqps://u:p@h" + end).vhost()).isEqualTo("/");
    }
    assertThat(BrokerAddress.of("amqps://u:p@h").hosts()).containsExactly(new Host("h", 5671));
  }

  @Test
  void thePasswordIsShownNowhere() {
    assertThat(BrokerAddress.of("amqp://u:geheim@h/v").toString()).isEqualTo("u@h:5672/v");
    assertThat(Settings.of("amqp://u:geheim@h/v", "q").config().toString())
        .doesNotContain("geheim");
  }

  @ParameterizedTest
  @CsvSource({
    "http://u:p@h, can't be read",
    "amqp://h:5672/v, can't be read",
    "amqp://:p@h, names no user",
    "amqp://u:p@h:0, port 0",
    "amqp://u:p@h:70000, port 70000",
    "'amqp://u:p@h,', names no host",
    "amqp://u:p@a:b:c, has the host 'a:b:c'",
    "amqp://u:p%zz@h, has a part that can't be read"
  })
  void whatCannotBeReadIsRefusedWithoutShowingThePassword(String url, String said) {
    assertThatThrownBy(() -> BrokerAddress.of(url))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining(said);
  }

  @Test
  void exactlyOnePasswordIsWanted() {
    assertThatThrownBy(
            () -> BrokerAddress.withOnePassword("amqp://u:p@h", Optional.of("/run/p"), false))
        .hasMessageContaining("stands beside a password");
    assertThatThrownBy(() -> BrokerAddress.withOnePassword("amqp://u@h", Optional.empty(), false))
        .hasMessageContaining("gives no password");
    assertThatThrownBy(() -> BrokerAddress.withOnePassword("amqp://u:p@h", Optional.empty(), true))
        .hasMessageContaining("amqps://");
  }
}
