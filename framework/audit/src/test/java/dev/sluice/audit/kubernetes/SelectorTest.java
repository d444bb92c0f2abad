package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {
  private static final Map<String, String> LABELS = Map.of("app", "orders", "tier", "2", "on", "");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{ matchLabels: {} }",
        "{ matchLabels: null }",
        "{ matchLabels: { app: orders } }",
        "{ matchLabels: { app: orders, tier: '2' } }",
        "{ matchExpressions: [{ key: app, operator: In, values: [a, orders] }] }",
        "{ matchExpressions: [{ key: app, operator: NotIn, values: [a, b] }] }",
        "{ matchExpressions: [{ key: missing, operator: NotIn, values: [a] }] }",
        "{ matchExpressions: [{ key: on, operator: Exists }] }",
        "{ matchExpressions: [{ key: missing, operator: DoesNotExist }] }",
        "{ matchLabels: { app: orders }, matchExpressions: [{ key: tier, operator: Exists }] }",
      })
  void matches(String selector) {
    assertThat(Selector.matches(Yaml.mapping(selector), LABELS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ matchLabels: { app: other } }",
        "{ matchLabels: { app: orders, missing: a } }",
        "{ matchLabels: { app: {} } }",
        "{ matchLabels: [app] }",
        "{ matchExpressions: [{ key: app, operator: In, values: [a] }] }",
        "{ matchExpressions: [{ key: missing, operator: In, values: [a] }] }",
        "{ matchExpressions: [{ key: app, operator: NotIn, values: [orders] }] }",
        "{ matchExpressions: [{ key: missing, operator: Exists }] }",
        "{ matchExpressions: [{ key: app, operator: DoesNotExist }] }",
        "{ matchLabels: { app: orders }, matchExpressions: [{ key: tier, operator: DoesNotExist }] }",
        "{ matchExpressions: [{ key: app, operator: In }] }",
        "{ matchExpressions: [{ key: app, operator: in, values: [orders] }] }",
        "{ matchExpressions: [{ operator: Exists }] }",
        "{ matchExpressions: { key: app } }",
        "{ matchExpressions: [app] }",
      })
  void doesNotMatch(String selector) {
    assertThat(Selector.matches(Yaml.mapping(selector), LABELS)).isFalse();
  }

  @Test
  void aBudgetSelectsInItsNamespaceOnly() {
    assertThat(selects("policy/v1", "default", "selector: { matchLabels: { app: a } }")).isTrue();
    assertThat(selects("policy/v1", "shop", "selector: { matchLabels: { app: a } }")).isFalse();
    assertThat(selects("policy/v1", "default", "selector: { matchLabels: { app: b } }")).isFalse();
    assertThat(selects("policy/v1", "default", "selector: {}")).isTrue();
    assertThat(selects("policy/v1", "default", "selector: null")).isFalse();
    assertThat(selects("policy/v1", "default", "minAvailable: 1")).isFalse();
    assertThat(selects("policy/v1beta1", "default", "selector: {}")).isFalse();
  }

  private static boolean selects(String apiVersion, String namespace, String spec) {
    Manifests read =
        Yaml.manifests(
            """
            apiVersion: v1
            kind: Pod
            metadata: { name: a, labels: { app: a } }
            spec: { containers: [{ name: main }] }
            ---
            apiVersion: %s
            kind: PodDisruptionBudget
            metadata: { name: a, namespace: %s }
            spec: { %s }
            """
                .formatted(apiVersion, namespace, spec));
    return Selector.selects(read.others().get(0), read.workloads().get(0));
  }
}
