package dev.sluice.embedded.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.embedded.ServerFailed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresProgramsTest {

  @ParameterizedTest
  @CsvSource({"Linux, amd64", "Linux, x86_64", "Linux, aarch64"})
  void bringsTheProgramsForEverySystemItNames(String system, String processor) {
    assertThat(getClass().getResource("/" + PostgresPrograms.archive(system, processor)))
        .isNotNull();
  }

  @Test
  void saysWhatToDoOnAnotherSystem() {
    assertThatThrownBy(() -> PostgresPrograms.archive("Mac OS X", "aarch64"))
        .isInstanceOf(ServerFailed.class)
        .hasMessageContaining("Mac OS X")
        .hasMessageContaining("aarch64")
        .hasMessageContaining("URL");
  }
}
