package dev.sluice.audit.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Units and supervisord files that stand in ConfigMaps. */
class EmbeddedFilesTest {
  private static final String UNIT =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: NAME}
      data:
        worker.service: |
          [Service]
          ExecStart=/usr/bin/worker
          TimeoutStopSec=20
        note.service: <avahi/>
      """;
  private static final String DROP_IN =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: NAME}
      data:
        10-stop.conf: |
          [Service]
          TimeoutStopSec=50
      """;
  private static final String PROGRAM =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: programs}
      data:
        supervisord.conf: |
          [supervisord]
          [include]
          files = /etc/supervisor/conf.d/w*.conf
        worker.conf: |
          [program:export]
          command=worker
          stopwaitsecs=20
      """;

  @Test
  void readsAUnitWithItsTrueLine() {
    Estate estate = new Audits().manifest(UNIT.replace("NAME", "units")).estate();

    assertThat(places(estate)).containsExactly("worker.service");
    assertThat(stopwait(estate, 0)).isEqualTo("20 s");
    assertThat(stopwaitAt(estate, 0)).startsWith("manifest.yaml:8");
  }

  @Test
  void readsADropInByTheNameOfItsConfigMap() {
    Estate estate =
        new Audits()
            .unit("worker.service", "[Service]\nExecStart=/usr/bin/worker\n")
            .manifest(DROP_IN.replace("NAME", "worker.service.d"))
            .estate();

    assertThat(places(estate)).containsExactly("worker.service");
    assertThat(stopwait(estate, 0)).isEqualTo("50 s");
    assertThat(stopwaitAt(estate, 0)).startsWith("manifest.yaml:7");
  }

  @Test
  void readsADropInByThePathAtWhichItIsMounted() {
    Estate estate =
        new Audits()
            .unit("worker.service", "[Service]\nExecStart=/usr/bin/worker\n")
            .manifest(DROP_IN.replace("NAME", "stop"))
            .manifest(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: installer}
                spec:
                  volumes: [{name: v, configMap: {name: stop}}]
                  containers:
                    - name: main
                      command: [install]
                      volumeMounts:
                        - {name: v, mountPath: /host/etc/systemd/system/worker.service.d}
                """)
            .estate();

    assertThat(places(estate)).containsExactly("Pod/installer", "worker.service");
    assertThat(stopwait(estate, 1)).isEqualTo("50 s");
  }

  @Test
  void unitsOfOneNameAreThoseOfSeveralMachines() {
    Estate estate =
        new Audits()
            .manifest(UNIT.replace("NAME", "one"))
            .manifest(UNIT.replace("NAME", "two").replace("20", "40"))
            .estate();

    assertThat(places(estate)).containsExactly("worker.service", "ConfigMap/two/worker.service");
    assertThat(stopwait(estate, 1)).isEqualTo("40 s");
  }

  @Test
  void readsASupervisordFileThatNobodyMounts() {
    Estate estate = new Audits().manifest(PROGRAM).estate();

    assertThat(places(estate)).containsExactly("ConfigMap/programs/supervisord.conf");
    assertThat(stopwait(estate, 0)).isEqualTo("20 s");
    assertThat(stopwaitAt(estate, 0)).startsWith("manifest.yaml:12");
  }

  @Test
  void whatASupervisordHasMountedDoesNotStandAlone() {
    Estate estate =
        new Audits()
            .manifest(PROGRAM)
            .manifest(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: orders}
                spec:
                  volumes: [{name: v, configMap: {name: programs}}]
                  containers:
                    - name: main
                      command: [supervisord, -c, /etc/supervisor/conf.d/supervisord.conf]
                      volumeMounts: [{name: v, mountPath: /etc/supervisor/conf.d}]
                """)
            .estate();

    assertThat(places(estate)).containsExactly("Pod/orders");
  }

  private static List<String> places(Estate estate) {
    return estate.subjects().stream().map(subject -> subject.place().workload()).toList();
  }

  private static String stopwait(Estate estate, int subject) {
    return program(estate, subject).stopwait().orElseThrow().text();
  }

  private static String stopwaitAt(Estate estate, int subject) {
    return program(estate, subject).stopwait().orElseThrow().at().orElseThrow().toString();
  }

  private static AuditedProgram program(Estate estate, int subject) {
    return estate.subjects().get(subject).containers().get(0).programs().get(0);
  }
}
