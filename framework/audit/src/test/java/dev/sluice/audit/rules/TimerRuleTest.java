package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerRuleTest {
  private static Audits pod(String command) {
    return new Audits()
        .manifest(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              terminationGracePeriodSeconds: 60
              containers:
                - name: main
                  image: shop/web
                  command: [%s]
            """
                .formatted(command.replace(" ", ", ")));
  }

  private static List<AuditFinding> timers(Audits audits) {
    return audits.findings(Check.APPLICATION_TIMER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nginx", "httpd-foreground", "postgres", "rake resque:work"})
  void aProgramWithoutALimitIsNotLongerThanTheLayers(String command) {
    assertThat(timers(pod(command).task("job", 20))).isEmpty();
  }

  @Test
  void aTimerBeyondTheLayersIsKilledBeforeItFires() {
    List<AuditFinding> findings = timers(pod("gunicorn --graceful-timeout 90 app").task("job", 20));

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).level()).isEqualTo(Level.WARNING);
    assertThat(findings.get(0).why())
        .isEqualTo("The program is killed before its own timer ends the work in order.");
    assertThat(findings.get(0).message())
        .isEqualTo(
            "gunicorn graceful_timeout is 90 s (manifest.yaml:9), but the layers around it leave"
                + " 60 s");
  }

  private static List<String> messages(String command) {
    return timers(pod(command).task("job", 20)).stream()
        .map(finding -> finding.level() + ": " + finding.message())
        .toList();
  }

  @Test
  void theKillOfTimeoutCountsFromTheStop() {
    assertThat(messages("timeout -k 5 1h python w.py"))
        .containsExactly("ERROR: timeout -k is 5 s (manifest.yaml:9), the work needs 20 s");
    assertThat(pod("timeout --kill-after=5 1h python w.py").container().programs().get(0).window())
        .extracting(window -> window.seconds())
        .isEqualTo(5L);
    assertThat(messages("timeout -k 30 0 python w.py")).isEmpty();
  }

  @Test
  void theAgeOfTimeoutCountsFromTheStart() {
    assertThat(messages("timeout 1h python w.py")).isEmpty();
    assertThat(messages("timeout 10 python w.py"))
        .singleElement()
        .asString()
        .startsWith("WARNING: timeout (from the start) is 10 s (manifest.yaml:9): counted from the")
        .endsWith("stops the program before the work of 20 s is done, unless it drains");
    assertThat(messages("timeout -s KILL 1h python w.py"))
        .singleElement()
        .asString()
        .contains("a stop has only what is left of it");
    assertThat(messages("timeout -s KILL 10 python w.py"))
        .singleElement()
        .asString()
        .startsWith("ERROR")
        .contains("counted from the start and not from the stop, the work needs 20 s");
  }

  @Test
  void aTimerShorterThanTheWorkEndsIt() {
    List<AuditFinding> findings = timers(pod("gunicorn --graceful-timeout 9 app").task("job", 20));

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).why()).isEqualTo(Check.APPLICATION_TIMER.why());
    assertThat(findings.get(0).kills()).isTrue();
    assertThat(findings.get(0).changes())
        .extracting(Change::text)
        .contains("raise gunicorn graceful_timeout to 20 s or more");
  }
}
