package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.text.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GracePeriodTest {

  @ParameterizedTest
  @CsvSource({
    "300, 300 s",
    "0, 0 s",
    "+90, 90 s",
    "90.0, 90 s",
    "9223372036854775807, no limit",
    "99999999999, no limit"
  })
  void readsAFigure(String written, String text) {
    Workload pod = pod("terminationGracePeriodSeconds: " + written);
    Figure read = GracePeriod.of(pod);
    assertThat(read.text()).isEqualTo(text);
    assertThat(read.at()).contains(new Position(Yaml.FILE, 5, 34));
    assertThat(GracePeriod.refused(pod)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hostNetwork: false", "terminationGracePeriodSeconds: null"})
  void isKubernetesDefaultWhereNoneIsSet(String spec) {
    Figure read = GracePeriod.of(pod(spec));
    assertThat(read.isDefault()).isTrue();
    assertThat(read.text()).isEqualTo("30 s");
    assertThat(read.origin().text()).isEqualTo("default, not set (Kubernetes' default)");
    assertThat(GracePeriod.refused(pod(spec))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"300\"", "'300'", "-5", "90s", "1.5", "010", "0x1e", "1e2", "[]", "{ a: b }"})
  void saysWhyKubernetesRefusesIt(String written) {
    Workload pod = pod("terminationGracePeriodSeconds: " + written);
    assertThat(GracePeriod.of(pod).value()).isEmpty();
    Seconds.Refused refused = GracePeriod.refused(pod).orElseThrow();
    assertThat(refused.at().line()).isEqualTo(5);
    assertThat(refused.reason())
        .startsWith("terminationGracePeriodSeconds is ")
        .endsWith("without quotes, for example 90");
  }

  @Test
  void showsOneShortLineOfWhatIsRefused() {
    String reason =
        GracePeriod.refused(pod("terminationGracePeriodSeconds: \"a\\n" + "b".repeat(500) + "\""))
            .orElseThrow()
            .reason();
    assertThat(reason).hasSizeLessThan(250).doesNotContain("\n");
  }

  @Test
  void namespacesNotWrittenAreTheDefaultOne() {
    assertThat(Namespaces.same("", "")).isTrue();
    assertThat(Namespaces.same("", "default")).isTrue();
    assertThat(Namespaces.same("shop", "shop")).isTrue();
    assertThat(Namespaces.same("", "shop")).isFalse();
    assertThat(Namespaces.same("shop", "SHOP")).isFalse();
  }

  private static Workload pod(String spec) {
    return Yaml.workload(
        """
        apiVersion: v1
        kind: Pod
        metadata: { name: a }
        spec:
          %s
          containers: [{ name: main }]
        """
            .formatted(spec));
  }
}
