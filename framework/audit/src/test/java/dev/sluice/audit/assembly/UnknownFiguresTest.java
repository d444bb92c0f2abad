package dev.sluice.audit.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A figure that can't be read ends nothing, takes nothing, and is said to be unknown. */
class UnknownFiguresTest {
  private static final String SUPERVISORD =
      """
      [supervisord]
      [program:last]
      priority=1
      command=python last.py
      stopwaitsecs=20
      [program:first]
      priority=2
      command=python first.py
      stopwaitsecs=%s
      """;

  static String pod(String command, String more) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: orders}
    spec:
      template:
        spec:
          terminationGracePeriodSeconds: 300
          containers:
            - name: main
              image: shop/orders
              command: %s
    """
            .formatted(command)
        + more;
  }

  private static Audits supervised(String wait) {
    return new Audits()
        .manifest(pod("[supervisord, -n, -c, /etc/supervisord.conf]", ""))
        .supervisord(SUPERVISORD.formatted(wait))
        .task("work", 15);
  }

  @Test
  void aWaitThatIsUnknownLeavesThoseAfterItAtMostWhatIsKnown() {
    AuditedContainer container = supervised("%(ENV_WAIT)s").container();

    AuditedProgram first = container.programs().get(0);
    AuditedProgram last = container.programs().get(1);
    assertThat(first.place().program()).contains("first");
    assertThat(first.window().seconds()).isEqualTo(300);
    assertThat(first.atMost()).isTrue();
    assertThat(last.window().seconds()).isEqualTo(20);
    assertThat(last.atMost()).isTrue();
    assertThat(container.unseen())
        .extracting(Unseen::what)
        .contains("the supervisor's wait of first");
    assertThat(container.unseen().get(container.unseen().size() - 1).whereToLook())
        .startsWith("stopwaitsecs=")
        .contains("supervisord.conf:9");
  }

  @Test
  void aWaitThatIsUnknownKillsNobody() {
    List<AuditFinding> findings = supervised("%(ENV_WAIT)s").findings();

    assertThat(findings).noneMatch(AuditFinding::kills);
    assertThat(findings)
        .extracting(AuditFinding::check)
        .doesNotContain(Check.SUM_BEYOND_POD, Check.NEED_BEYOND_WINDOW);
  }

  @Test
  void aWaitWithoutLimitLeavesNothingAndIsSaidInWords() {
    Audits audits = supervised("99999999999");
    AuditedProgram last = audits.container().programs().get(1);

    assertThat(last.window().seconds()).isZero();
    assertThat(last.bindingLink().toString()).contains("a wait before it has no limit");
    assertThat(audits.findings())
        .extracting(AuditFinding::message)
        .noneMatch(it -> it.contains("31536"));
  }

  @Test
  void aTimerWhoseFileWasNotReadIsUnseenAndMakesTheWindowAtMost() {
    AuditedContainer container =
        new Audits()
            .manifest(pod("[gunicorn, -c, /app/gunicorn.conf.py, 'app:app']", ""))
            .task("work", 15)
            .container();

    assertThat(container.programs().get(0).atMost()).isTrue();
    assertThat(container.unseen()).extracting(Unseen::what).anyMatch(it -> it.contains("gunicorn"));
  }

  @Test
  void aProgramThatNeverHearsOfTheStopStartsNoTimer() {
    Audits audits =
        new Audits()
            .manifest(pod("[dash, -c, 'gunicorn --graceful-timeout 20 app:app; echo done']", ""))
            .nodeCap(OptionalLong.of(120));
    AuditedProgram program = audits.container().programs().get(0);

    assertThat(program.timers()).isNotEmpty();
    assertThat(program.window().seconds()).isEqualTo(120);
    assertThat(program.bindingLink().kind()).isEqualTo(BindingLink.Kind.NODE);
    assertThat(audits.findings(Check.SHELL_IS_PROCESS_ONE))
        .extracting(AuditFinding::message)
        .singleElement()
        .asString()
        .contains("is killed after 120 s");
  }
}
