package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MountedFilesTest {
  private static final String CONFIG =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: supervisor, namespace: default }
      data:
        supervisord.conf: |
          [supervisord]
          nodaemon=true

          [program:export]
          command=python export.py
        export.conf: "[program:x]\\ncommand=x"
        none: null
        nested: { a: b }
      binaryData:
        logo.png: aGFsbG8=
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: supervisor, namespace: other }
      data: { supervisord.conf: of another namespace }
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: scripts }
      data:
        run.sh: |-
          #!/bin/sh
          exec "$@"
      ---
      apiVersion: v1
      kind: Pod
      metadata: { name: a }
      """;

  @Test
  void findsAFileWithItsLines() {
    SourceText read =
        mounted(
                "volumeMounts: [{ name: c, mountPath: /etc/supervisor }]",
                "{ name: c, configMap: { name: supervisor, defaultMode: 0755 } }")
            .read("/etc/supervisor/supervisord.conf")
            .orElseThrow();
    assertThat(read.name()).isEqualTo("/etc/supervisor/supervisord.conf");
    assertThat(read.content()).startsWith("[supervisord]\n").endsWith("command=python export.py\n");
    assertThat(read.at(4)).isEqualTo(new Position(Yaml.FILE, 9, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          { mountPath: /c }                              | /c/supervisord.conf            | true
          { mountPath: /c/ }                             | /c/supervisord.conf            | true
          { mountPath: c }                               | /c/supervisord.conf            | true
          { mountPath: / }                               | /supervisord.conf              | true
          { mountPath: /c }                              | /c/../c/.//supervisord.conf    | true
          { mountPath: /c }                              | /c/export.conf                 | true
          { mountPath: /c }                              | /c                             | false
          { mountPath: /c }                              | c/supervisord.conf             | false
          { mountPath: /c }                              | /cc/supervisord.conf           | false
          { mountPath: /c }                              | /c/none                        | false
          { mountPath: /c }                              | /c/nested                      | false
          { mountPath: /c }                              | /c/logo.png                    | false
          { mountPath: /c }                              | ''                             | false
          { mountPath: /s.conf, subPath: supervisord.conf } | /s.conf                     | true
          { mountPath: /s.conf, subPath: supervisord.conf } | /s.conf/supervisord.conf    | false
          { mountPath: /s.conf, subPath: /supervisord.conf } | /s.conf                    | false
          { mountPath: /s.conf, subPath: ../supervisord.conf } | /s.conf                  | false
          { mountPath: /s.conf, subPathExpr: $(FILE).conf } | /s.conf                     | true
          { mountPath: /s.conf, subPathExpr: $(SECRET).conf } | /s.conf                   | false
          { mountPath: /s.conf, subPath: missing }       | /s.conf                        | false
          { subPath: supervisord.conf }                  | /supervisord.conf              | false
          """)
  void followsTheMount(String mount, String path, boolean found) {
    Scripts files =
        mounted(
            """
            volumeMounts: [%s]
                  env:
                    - { name: FILE, value: supervisord }
                    - { name: SECRET, valueFrom: { secretKeyRef: { name: a, key: b } } }
            """
                .formatted(mount.replaceFirst("\\{", "{ name: c,")),
            "{ name: c, configMap: { name: supervisor } }");
    assertThat(files.read(path).isPresent()).isEqualTo(found);
  }

  @Test
  void itemsChooseAndRename() {
    String volume =
        """
        { name: c, configMap: { name: supervisor, items: [
            { key: export.conf, path: conf.d/b.conf, mode: 0644 },
            { key: missing, path: missing.conf },
            { key: supervisord.conf, path: ../out.conf },
            { path: nothing }, 5 ] } }""";
    assertThat(paths("volumeMounts: [{ name: c, mountPath: /etc/s }]", volume))
        .containsExactly("/etc/s/conf.d/b.conf");
    assertThat(paths("volumeMounts: [{ name: c, mountPath: /d, subPath: conf.d }]", volume))
        .containsExactly("/d/b.conf");
    assertThat(paths("volumeMounts: [{ name: c, mountPath: /d, subPath: conf }]", volume))
        .isEmpty();
  }

  @Test
  void aProjectedVolumeJoinsItsSources() {
    assertThat(
            paths(
                "volumeMounts: [{ name: c, mountPath: /c }]",
                """
                { name: c, projected: { sources: [
                    { configMap: { name: supervisor, items: [{ key: export.conf, path: a.conf }] } },
                    { configMap: { name: scripts } },
                    { configMap: { name: scripts, items: [{ key: run.sh, path: hidden }] } },
                    { secret: { name: s, items: [{ key: k, path: hidden }] } },
                    { serviceAccountToken: { path: token } } ] } }"""))
        .containsExactly("/c/a.conf", "/c/run.sh");
  }

  @Test
  void theDeepestMountCounts() {
    String mounts =
        """
        volumeMounts:
                    - { name: scripts, mountPath: /c/conf.d }
                    - { name: c, mountPath: /c }
                    - { name: tmp, mountPath: /c/export.conf }
        """;
    String volumes =
        "{ name: c, configMap: { name: supervisor } }, { name: tmp, emptyDir: {} },"
            + " { name: scripts, configMap: { name: scripts } }";
    assertThat(paths(mounts, volumes)).containsExactly("/c/conf.d/run.sh", "/c/supervisord.conf");
    assertThat(mounted(mounts, volumes).read("/c/export.conf")).isEmpty();
    assertThat(mounted(mounts, volumes).read("/c/conf.d/run.sh").map(SourceText::content))
        .contains("#!/bin/sh\nexec \"$@\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ name: c, configMap: { name: not-read } }",
        "{ name: c, configMap: 5 }",
        "{ name: c, configMap: { name: supervisor, items: [5] } }",
        "{ name: c, projected: { sources: [5, { configMap: [] }] } }",
        "{ name: c, secret: { secretName: supervisor } }",
        "{ name: other, configMap: { name: supervisor } }",
        "5",
      })
  void whatWasNotReadIsNotThere(String volume) {
    assertThat(paths("volumeMounts: [{ name: c, mountPath: /c }, 5]", volume)).isEmpty();
  }

  @Test
  void manyMountsOfManyFilesAreBounded() {
    StringBuilder data = new StringBuilder();
    StringBuilder mounts = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      data.append("k").append(i).append(": v, ");
      mounts.append("{ name: c, mountPath: /m").append(i).append(", subPath: none }, ");
      mounts.append("{ name: c, mountPath: /n").append(i).append(" }, ");
    }
    Manifests read =
        Yaml.manifests(
            """
            { apiVersion: v1, kind: ConfigMap, metadata: { name: c }, data: { %s } }
            ---
            { apiVersion: v1, kind: Pod, metadata: { name: a }, spec: {
                containers: [{ name: main, volumeMounts: [ %s ] }],
                volumes: [{ name: c, configMap: { name: c } }] } }
            """
                .formatted(data, mounts));
    Workload pod = read.workloads().get(0);
    assertThat(MountedFiles.paths(pod, pod.containers().get(0), ConfigMaps.of(read.others())))
        .hasSizeBetween(1, MountedFiles.MOST);
  }

  private static Scripts mounted(String container, String volumes) {
    Manifests read = read(container, volumes);
    Workload pod = read.workloads().get(0);
    return MountedFiles.of(pod, pod.containers().get(0), ConfigMaps.of(read.of("ConfigMap")));
  }

  private static List<String> paths(String container, String volumes) {
    Manifests read = read(container, volumes);
    Workload pod = read.workloads().get(0);
    return MountedFiles.paths(pod, pod.containers().get(0), ConfigMaps.of(read.of("ConfigMap")));
  }

  private static Manifests read(String container, String volumes) {
    return Yaml.manifests(
        CONFIG
            + """
            spec:
              containers:
                - name: main
                  %s
              volumes: [ %s ]
            """
                .formatted(container, volumes));
  }
}
