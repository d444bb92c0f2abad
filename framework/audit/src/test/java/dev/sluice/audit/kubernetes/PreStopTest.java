package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.text.Position;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreStopTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exec: { command: [sleep, "15"] }                            | 15 s
          exec: { command: [/bin/sleep, 15] }                         | 15 s
          exec: { command: [/usr/bin/sleep, --, 15s] }                | 15 s
          exec: { command: [/bin/busybox, sleep, 15] }                | 15 s
          exec: { command: [sleep, 1m] }                              | 60 s
          exec: { command: [sleep, 0.5] }                             | 500ms
          exec: { command: [sleep, ".5"] }                            | 500ms
          exec: { command: [sleep, 1m, 30s] }                         | 90 s
          exec: { command: [sleep, 1.5h] }                            | 5400 s
          exec: { command: [sleep, 1d] }                              | 86400 s
          exec: { command: [sleep, infinity] }                        | no limit
          exec: { command: [sleep, 999999999999d] }                   | no limit
          exec: { command: [sh, -c, sleep 15] }                       | 15 s
          exec: { command: [/bin/bash, -ec, "sleep '15'"] }           | 15 s
          exec: { command: [bash, -e, -o, pipefail, -c, sleep 15] }   | 15 s
          exec: { command: [busybox, sh, -c, sleep 15] }              | 15 s
          exec: { command: [sh, -c, "sleep 5; sleep 1m && sleep 1"] } | 66 s
          exec: { command: [sh, -c, "set -eu; echo drain > /proc/1/fd/1; exec /bin/sleep 5"] } | 5 s
          exec: { command: [sh, -c, "sleep 5 # ; sleep 7"] }          | 5 s
          exec: { command: [sh, -c, "sleep 5; exit 0; sleep 7"] }     | 5 s
          exec: { command: [sh, -c, "sleep 5; true"] }                | 5 s
          exec: { command: [sh, -c, "echo 'a; sleep 7'; sleep 5"] }   | 5 s
          exec: { command: [sh, -c, ""] }                             | 0 s
          sleep: { seconds: 20 }                                      | 20 s
          sleep: { seconds: 0 }                                       | 0 s
          """)
  void readsFigures(String hook, String text) {
    Figure figure = of(hook);
    assertThat(figure.text()).isEqualTo(text);
    assertThat(figure.at().map(Position::line)).contains(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "lifecycle: {}", "lifecycle: { preStop: null }", "lifecycle: 5"})
  void noneTakesNoTime(String lifecycle) {
    Figure figure = PreStop.of(container(lifecycle));
    assertThat(figure.text()).isEqualTo("0 s");
    assertThat(figure.origin().text()).isEqualTo("default, not set (no preStop hook)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      textBlock =
          """
          sleep 5; nginx -s quit             @ 5 s @ nginx -s quit
          nginx -s quit; sleep 20            @ 20 s @ nginx -s quit
          sleep 5 && nginx -s quit && sleep 7 @ 5 s @ nginx -s quit
          sleep 5; if a; then sleep 7; fi    @ 5 s @ if a; then sleep 7; fi
          sleep 5 || sleep 7                 @ 5 s @ sleep 7
          nginx -s quit || true; sleep 20 @ 20 s @ nginx -s quit
          sleep 5; sleep 7 & wait            @ 5 s @ sleep 7
          sleep 5; sleep 7 && b & wait       @ 5 s @ sleep 7
          sleep 5; (sleep 7)                 @ 5 s @ (sleep 7)
          sleep 5; sleep $((7))              @ 5 s @ sleep $((7))
          sleep 5; exec a; sleep 7           @ 5 s @ exec a
          sleep 5; a && exit; sleep 7        @ 5 s @ a
          sleep 5; sleep 7 >/dev/null 2>&1   @ 5 s @ sleep 7 >/dev/null 2>&1
          """)
  void saysTheLeastOfAShellLineThatDoesMore(String script, String least, String open) {
    Figure figure = of("exec: { command: [sh, -c, '" + script + "'] }");
    assertThat(figure.value()).isEmpty();
    assertThat(figure.origin().text())
        .contains("at least " + least + " by its sleeps")
        .contains("\"" + open + "\" takes a time of its own, see test.yaml:10");
  }

  @Test
  void readsABlockOfSeveralLines() {
    Figure figure =
        PreStop.of(
            container(
                """
                lifecycle:
                        preStop:
                          exec:
                            command:
                              - /bin/sh
                              - -c
                              - |
                                # let the endpoints go
                                sleep 10
                                sleep 5
                """));
    assertThat(figure.text()).isEqualTo("15 s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec: { command: [sh, -c, 'sleep $DELAY'] }",
        "exec: { command: [sh, -c, 'sleep \"${DELAY:-5}\"'] }",
        "exec: { command: [sh, -c, 'for i in 1 2; do sleep 5; done'] }",
        "exec: { command: [sh, -c, '{\nsleep 5\n}'] }",
        "exec: { command: [sh, -c, 'sleep 5 &'] }",
        "exec: { command: [sh, -c, 'sleep 5 && a & wait'] }",
        "exec: { command: [sh, -c, 'sleep 5 | tee log'] }",
        "exec: { command: [sh, -ec, 'nginx -s quit; sleep 5'] }",
        "exec: { command: [sh, -c, 'set -e; nginx -s quit; sleep 5'] }",
        "exec: { command: [sh, -c, 'test -f /ready && sleep 5'] }",
        "exec: { command: [sh, -c, 'sleep \"5'] }",
      })
  void aShellLineWhoseSleepsAreNotCertainHasNoLeast(String hook) {
    Figure figure = of(hook);
    assertThat(figure.value()).isEmpty();
    assertThat(figure.origin().text())
        .contains("takes a time of its own")
        .doesNotContain("at least");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exec: { command: [/drain.sh, --wait] }       | measure how long the preStop hook takes: "/drain.sh --wait", see test.yaml:10
          exec: { command: [sh, /drain.sh] }           | measure how long the preStop hook takes: "sh /drain.sh"
          exec: { command: [sh, -c] }                  | measure how long
          exec: { command: [sleep, -5] }               | sleep may refuse what it is given: "sleep -5"
          exec: { command: [sleep, soon] }             | sleep may refuse what it is given: "sleep soon"
          exec: { command: [sleep] }                   | sleep may refuse what it is given: "sleep"
          exec: { command: sleep 5 }                   | refuses a preStop exec without a list
          exec: { command: [] }                        | refuses a preStop exec without a list
          exec: 5                                      | refuses a preStop exec without a list
          httpGet: { path: /drain, port: 80 }          | measure how long the preStop request to /drain takes
          tcpSocket: { port: 80 }                      | no tcpSocket
          sleep: { seconds: -5 }                       | seconds is -5; Kubernetes takes a whole number
          sleep: { seconds: "5" }                      | seconds is "5"; Kubernetes takes a whole number
          sleep: {}                                    | without seconds
          wait: { seconds: 5 }                         | knows no preStop action wait
          {}                                           | exactly one action
          sleep: { seconds: 5 }, exec: { command: [a] } | exactly one action
          """)
  void isUnknownWithWhereToLook(String hook, String note) {
    Figure figure = hook.equals("{}") ? of("") : of(hook);
    assertThat(figure.value()).isEmpty();
    assertThat(figure.origin().text()).startsWith("unknown: ").contains(note);
  }

  @Test
  void readsALongScriptInOnePass() {
    String script =
        "sleep 1; ".repeat(200_000) + "a | b && ".repeat(50_000) + "c & ".repeat(50_000);
    HookScript read = HookScript.read(script, false);
    assertThat(read.atLeast().toSeconds()).isEqualTo(200_000);
    assertThat(read.open()).contains("a");
  }

  private static Figure of(String hook) {
    return PreStop.of(container("lifecycle: { preStop: { " + hook + " } }"));
  }

  private static Container container(String lifecycle) {
    return Yaml.workload(
            """
            apiVersion: v1
            kind: Pod
            metadata: { name: a }
            spec:
              containers:
                - name: main
                  # comments
                  # do not
                  # count
                  %s
            """
                .formatted(lifecycle.isEmpty() ? "image: a" : lifecycle))
        .containers()
        .get(0);
  }
}
