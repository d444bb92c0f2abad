package dev.sluice.audit.assembly;

import static dev.sluice.audit.assembly.AuditedContainer.Supervision.NONE;
import static dev.sluice.audit.assembly.AuditedContainer.Supervision.SUPERVISORD;
import static dev.sluice.audit.assembly.AuditedContainer.Supervision.UNREAD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which container gets which supervisord configuration. */
class SupervisordFinderTest {
  private static final String CONF =
      "[supervisord]\n[program:export]\ncommand=python export.py\nstopwaitsecs=20\n";

  @Test
  void theOnlyFileIsAGuessForTheOnlyContainerThatNothingIsKnownOf() {
    Estate estate = new Audits().manifest(pod("orders", "image: a:1")).supervisord(CONF).estate();

    assertThat(supervisions(estate)).containsExactly(SUPERVISORD);
    assertThat(unseen(estate, 0)).anyMatch(it -> it.contains("supervisord.conf, the only one"));
  }

  @Test
  void ofTwoContainersThatNothingIsKnownOfNoneGetsTheOnlyFile() {
    Estate estate =
        new Audits()
            .manifest(pod("orders", "image: a:1"))
            .manifest(pod("billing", "image: b:1"))
            .supervisord(CONF)
            .estate();

    // The third subject is the file: nobody knows what runs it.
    assertThat(supervisions(estate)).containsExactly(NONE, NONE, SUPERVISORD);
    assertThat(unseen(estate, 0)).contains("what the image starts");
  }

  @Test
  void whatAnotherContainerStartsIsNoGuess() {
    Estate estate =
        new Audits()
            .manifest(pod("orders", "image: a:1"))
            .manifest(pod("billing", "command: [supervisord, -n]"))
            .supervisord(CONF)
            .estate();

    assertThat(supervisions(estate)).containsExactly(NONE, SUPERVISORD);
  }

  @Test
  void aPathIsComparedFromItsEndAndTheLongestWins() {
    Estate estate =
        new Audits()
            .manifest(pod("orders", "command: [supervisord, -c, /etc/orders/supervisord.conf]"))
            .supervisord("deploy/billing/supervisord.conf", CONF)
            .supervisord("deploy/orders/supervisord.conf", CONF.replace("20", "40"))
            .estate();

    assertThat(stopwait(estate, 0)).isEqualTo("40 s");
    assertThat(unseen(estate, 0)).isEmpty();
  }

  @Test
  void aNameAloneIsAnAssumption() {
    Estate estate =
        new Audits()
            .manifest(pod("orders", "command: [supervisord, -c, /etc/supervisord.conf]"))
            .supervisord("deploy/supervisord.conf", CONF)
            .estate();

    assertThat(supervisions(estate)).containsExactly(SUPERVISORD);
    assertThat(unseen(estate, 0)).anyMatch(it -> it.contains("only its name is that of -c /etc/"));
  }

  @Test
  void anotherNameIsAnotherFile() {
    Estate estate =
        new Audits()
            .manifest(pod("orders", "command: [supervisord, -c, /etc/orders.conf]"))
            .supervisord(CONF)
            .estate();

    assertThat(supervisions(estate)).containsExactly(UNREAD, SUPERVISORD);
    assertThat(unseen(estate, 0)).contains("supervisord's configuration");
  }

  @Test
  void oneFileForTwoPathsIsAnAssumptionForBoth() {
    Estate estate =
        new Audits()
            .manifest(pod("orders", "command: [supervisord, -c, /orders/conf/supervisord.conf]"))
            .manifest(pod("billing", "command: [supervisord, -c, /billing/conf/supervisord.conf]"))
            .supervisord("conf/supervisord.conf", CONF)
            .estate();

    assertThat(unseen(estate, 0)).anyMatch(it -> it.contains("several paths"));
    assertThat(unseen(estate, 1)).anyMatch(it -> it.contains("several paths"));
  }

  @Test
  void whatTheDockerfileCopiesIsKnownAndDoesNotStandAloneToo() {
    Estate estate =
        new Audits()
            .manifest(pod("orders", "image: a:1"))
            .image(
                "a",
                """
                FROM debian
                COPY orders.conf /etc/x.conf
                ENTRYPOINT ["supervisord", "-c", "/etc/x.conf"]
                """)
            .supervisord("orders.conf", CONF)
            .supervisord("x.conf", CONF.replace("20", "40"))
            .file("orders.conf", CONF)
            .estate();

    assertThat(stopwait(estate, 0)).isEqualTo("20 s");
    assertThat(unseen(estate, 0)).isEmpty();
    assertThat(estate.subjects()).hasSize(2);
    assertThat(estate.subjects().get(1).place().workload()).isEqualTo("x.conf");
  }

  private static String stopwait(Estate estate, int subject) {
    return estate
        .subjects()
        .get(subject)
        .containers()
        .get(0)
        .programs()
        .get(0)
        .stopwait()
        .orElseThrow()
        .text();
  }

  private static List<AuditedContainer.Supervision> supervisions(Estate estate) {
    return estate.subjects().stream()
        .map(subject -> subject.containers().get(0).supervision())
        .toList();
  }

  private static List<String> unseen(Estate estate, int subject) {
    return estate.subjects().get(subject).containers().get(0).unseen().stream()
        .map(Unseen::what)
        .toList();
  }

  private static String pod(String name, String container) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: NAME}
        spec: {terminationGracePeriodSeconds: 60, containers: [{name: main, CONTAINER}]}
        """
        .replace("NAME", name)
        .replace("CONTAINER", container);
  }
}
