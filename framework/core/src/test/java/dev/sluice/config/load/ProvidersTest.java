package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProvidersTest {

  @Test
  void refusesTwoAdaptersOfOneNameNamingBoth() {
    assertThatThrownBy(
            () -> Providers.of(List.of(new Adapters.Kafka(), new Adapters.Kafka()), List.of()))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("both called 'kafka'")
        .hasMessageContaining(Adapters.Kafka.class.getName());
  }

  @Test
  void refusesTwoPlacesForDeadLettersOfOneName() {
    assertThatThrownBy(
            () ->
                Providers.of(
                    List.of(), List.of(), List.of(new Adapters.Topic(), new Adapters.Topic())))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("two dead-letter adapters")
        .hasMessageContaining("both called 'kafka'");
  }

  @Test
  void findsAdaptersByTheirNames() {
    Providers providers = Adapters.providers();

    assertThat(providers.sources()).containsOnlyKeys("kafka", "jobs");
    assertThat(providers.services()).containsOnlyKeys("postgres");
    assertThat(providers.deadLetters()).containsOnlyKeys("kafka");
  }
}
