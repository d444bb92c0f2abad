package dev.sluice.audit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only shows when files, options and report come together. */
class WholeAuditTest {
  private static final String WORKER =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: orders}
      spec:
        template:
          metadata: {labels: {app: orders}}
          spec:
            terminationGracePeriodSeconds: 155
            containers:
              - name: worker
                image: example.com/orders:1
                command: ["python", "worker.py"]
                volumeMounts: [{name: files, mountPath: /etc/app}]
            volumes: [{name: files, configMap: {name: files}}]
      """;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int audit(String... options) {
    return audit(new PrintStream(out, true, StandardCharsets.UTF_8), options);
  }

  private int audit(PrintStream to, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add(directory.toString());
    return SluiceAudit.run(
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            to,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false),
        arguments.toArray(String[]::new));
  }

  private void file(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private static String configMap(String key, String content) {
    return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: files}\ndata:\n  "
        + key
        + ": |\n"
        + content.indent(4);
  }

  private String report() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aScopeThatNamesNothingIsRefused() throws IOException {
    file("deploy.yaml", WORKER);

    assertThat(audit("--task", "export@ordesr=400s")).isEqualTo(2);

    assertThat(said())
        .contains("--task export@ordesr=400s: no workload, container or program is named ordesr")
        .contains("there are orders, worker");
  }

  @Test
  void aReportThatCanNotBeWrittenIsNotPassedOver() throws IOException {
    file("deploy.yaml", WORKER);
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };

    assertThat(audit(new PrintStream(full, true, StandardCharsets.UTF_8), "--fail-on", "error"))
        .isEqualTo(2);

    assertThat(said()).contains("can't write the report to standard output");
  }

  @Test
  void workloadsOfOneNameAreToldApartByTheirFiles() throws IOException {
    file("staging/deploy.yaml", WORKER);
    file("production/deploy.yaml", WORKER.replace("155", "30"));

    assertThat(audit("--task", "export=100s")).isEqualTo(1);

    assertThat(report())
        .contains("Deployment/orders at " + directory.resolve("production/deploy.yaml"))
        .contains("Deployment/orders at " + directory.resolve("staging/deploy.yaml"))
        .containsOnlyOnce("THE GAP THAT KILLS");
  }

  @Test
  void aMountedPipelineBringsItsTasksAndItsNodes() throws IOException {
    file(
        "deploy.yaml",
        WORKER
            + configMap(
                "pipeline.yaml",
                """
                apiVersion: sluice.dev/v1
                pipeline:
                  limits: {load: {limit: 2m}}
                node: {profile: aws-spot}
                """));

    assertThat(audit()).isEqualTo(1);

    assertThat(report()).contains("needs 140 s", "binding link: node cap, 120 s");
  }

  @Test
  void aMountedPipelineThatCanNotBeReadIsAProblemWithItsLine() throws IOException {
    file(
        "deploy.yaml",
        WORKER
            + configMap(
                "pipeline.yaml",
                "apiVersion: sluice.dev/v1\npipeline:\n  limits: {load: {limt: 2m}}\n"));

    assertThat(audit()).isEqualTo(2);

    assertThat(report()).contains("deploy.yaml:23", "pipeline.limits.load.limt is no key");
  }

  @Test
  void supervisordIncludesWhatTheConfigMapMountsBesideIt() throws IOException {
    file(
        "deploy.yaml",
        WORKER.replace(
                "[\"python\", \"worker.py\"]", "[supervisord, -c, /etc/app/supervisord.conf]")
            + configMap("supervisord.conf", "[supervisord]\n[include]\nfiles = /etc/app/*.ini\n")
            + "  worker.ini: |\n    [program:load]\n    command=python load.py\n"
            + "    stopwaitsecs=110\n");

    assertThat(audit("--task", "load=100s")).isLessThan(2);

    assertThat(report()).contains("program load: window 110 s, needs 100 s: fits");
  }
}
