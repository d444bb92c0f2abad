package dev.sluice.audit.assembly;

import static dev.sluice.audit.assembly.AuditedContainer.Supervision.NONE;
import static dev.sluice.audit.assembly.AuditedContainer.Supervision.SUPERVISORD;
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
    Estate estate =
        new Audits().manifest(pod("orders", "image: a:1")).supervisord(CONF).estate();

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
