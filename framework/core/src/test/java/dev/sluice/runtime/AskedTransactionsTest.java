package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.TransactionStore;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** Which store of transactions a handler has asked for. */
class AskedTransactionsTest {
  private final ConnectedServices services = new ConnectedServices();
  private final Store main = store();
  private final Store other = store();

  interface Store extends TransactionStore<String> {}

  AskedTransactionsTest() {
    services.putTransactions(Store.class, "memory", "main", main);
    services.putTransactions(Store.class, "memory", "other", other);
  }

  private static Store store() {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }

  @Test
  void nobodyHasAsked() {
    assertThat(services.transactions().isPresent()).isFalse();
  }

  @Test
  void theOneThatWasAskedForIsRemembered() {
    assertThat(services.get(Store.class, "main") == main).isTrue();
    assertThat(services.get(Store.class, "main") == main).isTrue();
    assertThat(services.transactions().orElseThrow() == main).isTrue();
  }

  @Test
  void twoAreRefused() {
    services.get(Store.class, "main");

    assertThatThrownBy(() -> services.get(Store.class, "other"))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("services.memory.main and of services.memory.other")
        .hasMessageContaining("Fix: ");
  }

  @Test
  void askingAfterTheHandlerIsMadeIsRefused() {
    services.transactions();

    assertThatThrownBy(() -> services.get(Store.class, "main"))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("after it was made");
  }
}
