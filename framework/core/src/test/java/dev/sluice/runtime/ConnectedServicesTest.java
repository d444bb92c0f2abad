package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import org.junit.jupiter.api.Test;

class ConnectedServicesTest {
  private final ConnectedServices services = new ConnectedServices();

  @Test
  void aServiceIsFoundByTypeAndName() {
    services.put(CharSequence.class, "text", "main", "hello");

    assertThat(services.get(CharSequence.class, "main")).isEqualTo("hello");
  }

  @Test
  void aServiceThatIsNotDeclaredIsRefusedWithWhatIs() {
    services.put(CharSequence.class, "text", "main", "hello");

    assertThatThrownBy(() -> services.get(CharSequence.class, "other"))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("a CharSequence named 'other'")
        .hasMessageContaining("{services.text.main=CharSequence}");
    assertThatThrownBy(() -> services.get(Number.class, "main"))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("a Number named 'main'");
  }

  @Test
  void withoutAnyTheMessageSaysSo() {
    assertThatThrownBy(() -> services.get(Number.class, "main"))
        .hasMessageContaining("declared: none");
  }
}
