package dev.sluice.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceIdentityTest {

  private static InstanceIdentity of(String id, String replicas) {
    return InstanceIdentity.fromEnvironment(
            Map.of("SLUICE_INSTANCE_ID", id, "SLUICE_REPLICAS", replicas))
        .orElseThrow();
  }

  @Test
  void aWorkerWithoutTheVariableHasNone() {
    assertThat(InstanceIdentity.fromEnvironment(Map.of())).isEmpty();
    assertThat(InstanceIdentity.fromEnvironment(Map.of("SLUICE_REPLICAS", "3"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a/0", "orders\n", ".", "..", "ordérs-0"})
  void aNameThatNoMemberCanHaveIsRefused(String id) {
    assertThatThrownBy(() -> InstanceIdentity.fromEnvironment(Map.of("SLUICE_INSTANCE_ID", id)))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("SLUICE_INSTANCE_ID is '" + id + "'")
        .hasMessageContaining("Fix: ");
  }

  @Test
  void aNameThatIsTooLongIsRefused() {
    assertThat(of("a".repeat(199) + "0", "1").id()).hasSize(200);
    assertThatThrownBy(() -> of("a".repeat(200) + "0", "1"))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("201 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "03", "2.5", "many", "1000000"})
  void replicasThatAreNoNumberOfWorkersAreRefused(String replicas) {
    assertThatThrownBy(() -> of("orders-0", replicas))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("SLUICE_REPLICAS is '" + replicas + "'");
  }

  @Test
  void aNameWithoutANumberIsRefusedWhereTheReplicasAreKnown() {
    assertThatThrownBy(() -> of("orders", "3"))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("'orders'")
        .hasMessageContaining("SLUICE_REPLICAS");
    assertThat(InstanceIdentity.fromEnvironment(Map.of("SLUICE_INSTANCE_ID", "orders")))
        .isPresent();
  }

  @Test
  void theNumberTellsWhoIsBeyondTheReplicas() {
    assertThat(of("orders-2", "3").isSurplus()).isFalse();
    assertThat(of("orders-3", "3").isSurplus()).isTrue();
    assertThat(of("orders-0", "3").isSurplus("orders-10")).isTrue();
    assertThat(of("orders-0", "3").isSurplus("bills-10")).isFalse();
    assertThat(of("orders-0", "3").isSurplus("orders-x")).isFalse();
  }
}
