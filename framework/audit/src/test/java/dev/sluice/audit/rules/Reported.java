package dev.sluice.audit.rules;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import java.util.List;

/** Findings as lines, and manifests to have them in. */
final class Reported {
  private Reported() {}

  /** {@code ERROR kills manifest.yaml:12 message}. */
  static List<String> by(Check check, Audits audits) {
    return audits.findings(check).stream().map(Reported::line).toList();
  }

  private static String line(AuditFinding finding) {
    return finding.level()
        + (finding.kills() ? " kills " : " ")
        + finding.at().map(Object::toString).orElse("-")
        + " "
        + finding.message();
  }

  /**
   * A Deployment; its replicas stand in line 5, its grace period in line 9, its container begins in
   * line 11, its command stands in line 12.
   *
   * @param more lines of the container
   */
  static String deployment(String command, String... more) {
    StringBuilder yaml =
        new StringBuilder(
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: w}
            spec:
              replicas: 3
              template:
                metadata: {labels: {app: w}}
                spec:
                  terminationGracePeriodSeconds: 100
                  containers:
                    - name: main
                      command: COMMAND
            """
                .replace("COMMAND", command));
    for (String line : more) {
      yaml.append("          ").append(line).append('\n');
    }
    return yaml.toString();
  }
}
