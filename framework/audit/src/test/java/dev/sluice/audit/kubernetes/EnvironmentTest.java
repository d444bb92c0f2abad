package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {
  private static final String CONFIG =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: tuning }
      data:
        GRACEFUL_TIMEOUT: "30"
        WORKERS: "4"
        REFERENCE: $(WORKERS)
      ---
      apiVersion: v1
      kind: Pod
      metadata: { name: a }
      """;

  @Test
  void readsValuesWithTheirPlaces() {
    assertThat(
            environment(
                """
                env:
                        - name: A
                          value: "25"
                        - { name: B }
                        - name: C
                          valueFrom: { configMapKeyRef: { name: tuning, key: GRACEFUL_TIMEOUT } }
                        - name: D
                          valueFrom: { secretKeyRef: { name: s, key: k } }
                        - { name: E, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
                        - { name: F, valueFrom: { resourceFieldRef: { resource: limits.cpu } } }
                        - { name: G, valueFrom: { configMapKeyRef: { name: not-read, key: k } } }
                        - { name: H, valueFrom: { configMapKeyRef: { name: tuning, key: none } } }
                        - { name: I, valueFrom: { configMapKeyRef: { name: tuning, key: none, optional: true } } }
                        - { name: J, value: [] }
                        - { value: nameless }
                        - 5
                """))
        .containsExactly(
            "A=25 @17",
            "B= @18",
            "C=30 @5",
            "D=? @22",
            "E=? @23",
            "F=? @24",
            "G=? @25",
            "H=? @26",
            "J=? @28");
  }

  @Test
  void envComesAfterEnvFromAndTheLastHolds() {
    assertThat(
            environment(
                """
                envFrom:
                        - { prefix: P_, configMapRef: { name: tuning } }
                        - { configMapRef: { name: tuning } }
                        - { secretRef: { name: s } }
                      env:
                        - { name: WORKERS, value: a }
                        - { name: WORKERS, value: b }
                """))
        .containsExactly(
            "P_GRACEFUL_TIMEOUT=30 @5",
            "P_WORKERS=4 @6",
            "P_REFERENCE=$(WORKERS) @7",
            "GRACEFUL_TIMEOUT=30 @5",
            "WORKERS=b @21",
            "REFERENCE=$(WORKERS) @7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          $(BEFORE)            | 90
          a$(BEFORE)b$(BEFORE) | a90b90
          $(WORKERS)           | 4
          $(LATER)             | $(LATER)
          $(NOWHERE) $(BEFORE) | $(NOWHERE) 90
          $$(BEFORE)           | $(BEFORE)
          $$$(BEFORE)          | $90
          $$$$                 | $$
          $BEFORE ${BEFORE}    | $BEFORE ${BEFORE}
          $(BEFORE             | $(BEFORE
          $(BEFORE $(BEFORE)   | $(BEFORE $(BEFORE)
          $()                  | $()
          100$                 | 100$
          $(NESTED)            | $(BEFORE)
          $(SECRET)s           | ?
          $$(SECRET)           | $(SECRET)
          """)
  void replacesReferencesAsKubernetesDoes(String value, String expected) {
    assertThat(
            environment(
                """
                envFrom: [{ configMapRef: { name: tuning } }]
                      env:
                        - { name: BEFORE, value: "90" }
                        - { name: NESTED, value: "$$(BEFORE)" }
                        - { name: SECRET, valueFrom: { secretKeyRef: { name: s, key: k } } }
                        - { name: X, value: '%s' }
                        - { name: LATER, value: "1" }
                """
                    .formatted(value)))
        .contains("X=" + expected + " @20");
  }

  @Test
  void aNameMayStandInASourceThatWasNotRead() {
    assertThat(
            environment(
                """
                envFrom: [{ secretRef: { name: s } }]
                      env: [{ name: A, value: "$(B)" }]
                """))
        .containsExactly("A=? @16");
  }

  @Test
  void valuesThatDoubleEachTimeStayBounded() {
    StringBuilder env = new StringBuilder("env: [{ name: A0, value: 0123456789 }");
    for (int i = 1; i < 2_000; i++) {
      env.append(", { name: A%d, value: '$(A%d)$(A%d)' }".formatted(i, i - 1, i - 1));
    }
    List<EnvVariable> read = read(env.append("]").toString());
    assertThat(read).hasSize(2_000);
    assertThat(read.get(13).value().map(String::length)).contains(10 << 13);
    assertThat(read.get(14).value()).isEmpty();
    assertThat(read.get(1_999).value()).isEmpty();
  }

  @Test
  void readsCommandAndArgs() {
    ContainerCommand read =
        command(
            """
            env: [{ name: TIMEOUT, value: "25" }]
                  command: [/bin/sh, -c]
                  args:
                    - exec gunicorn --graceful-timeout $(TIMEOUT) $(NOWHERE) $$(TIMEOUT)
                    - 5
                    - null
            """);
    assertThat(read.command())
        .hasValueSatisfying(it -> assertThat(it).hasToString("[/bin/sh, -c]"));
    List<Word> args = read.args().orElseThrow();
    assertThat(args)
        .extracting(Word::text)
        .containsExactly("exec gunicorn --graceful-timeout 25 $(NOWHERE) $(TIMEOUT)", "5");
    assertThat(args.get(0).at().line()).isEqualTo(18);
  }

  @Test
  void withoutCommandAndArgsTheImageDecides() {
    for (String none : List.of("image: a", "command: []", "args: [null]", "command: sleep 5")) {
      assertThat(command(none)).isEqualTo(new ContainerCommand(Optional.empty(), Optional.empty()));
    }
  }

  private static List<String> environment(String container) {
    return read(container).stream()
        .map(it -> it.name() + "=" + it.value().orElse("?") + " @" + it.at().line())
        .toList();
  }

  private static List<EnvVariable> read(String container) {
    Manifests read = manifests(container);
    Workload pod = read.workloads().get(0);
    return Environment.of(pod, pod.containers().get(0), ConfigMaps.of(read.of("ConfigMap")));
  }

  private static ContainerCommand command(String container) {
    Manifests read = manifests(container);
    Workload pod = read.workloads().get(0);
    return ContainerCommand.of(pod, pod.containers().get(0), ConfigMaps.of(read.of("ConfigMap")));
  }

  private static Manifests manifests(String container) {
    return Yaml.manifests(
        CONFIG
            + """
            spec:
              containers:
                - name: main
                  %s
            """
                .formatted(container));
  }
}
