package dev.sluice.audit.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BaselineTest {
  private static final AuditFinding ONE = finding("Deployment/one", "is 10 s");
  private static final AuditFinding TWO = finding("Deployment/two", "is 10 s");

  @Test
  void keepsReasonsWhenItIsWrittenAgain() {
    Baseline first = Baseline.accepting(List.of(TWO, ONE, ONE), new Baseline(List.of()));
    assertThat(first.entries()).hasSize(2).allMatch(it -> it.reason().equals(Baseline.NO_REASON));
    Baseline reasoned =
        new Baseline(List.of(new Baseline.Entry(ONE.fingerprint(), "a \"tiny\" job")));

    Baseline second = Baseline.accepting(List.of(ONE, TWO), reasoned);
    List<Problem> problems = new ArrayList<>();
    Baseline read = Baseline.read(SourceText.file("b.json", second.json()), problems);

    assertThat(problems).isEmpty();
    assertThat(read).isEqualTo(second);
    assertThat(read.entries().get(0).reason()).isEqualTo("a \"tiny\" job");
  }

  @Test
  void knowsAFindingWhoseFiguresChanged() {
    Baseline known = Baseline.accepting(List.of(ONE), new Baseline(List.of()));
    Audit audit =
        Audit.of(
            Estates.supervised(OptionalLong.empty(), 1),
            List.of(finding("Deployment/one", "is 99 s"), TWO),
            List.of());

    Audit judged = audit.against(known);

    assertThat(judged.findings()).containsExactly(TWO);
    assertThat(judged.accepted()).hasSize(1);
    assertThat(judged.stale()).isEmpty();
    assertThat(judged.all()).hasSize(2);
    assertThat(judged.reaches(Level.WARNING)).isTrue();
    assertThat(judged.reaches(Level.ERROR)).isFalse();
  }

  @Test
  void doesNotKnowAnotherKeyOfTheSamePlace() {
    String pod =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: worker}
        spec:
          terminationGracePeriodSeconds: GRACE
          containers:
            - name: main
              command: [worker, --visibility-timeout=QUEUE, OTHER]
        """;
    List<AuditFinding> before = queues(pod, "90", "x");
    Baseline known = Baseline.accepting(before, new Baseline(List.of()));

    assertThat(before).hasSize(1);
    assertThat(known.answer(queues(pod, "80", "x")).fresh()).isEmpty();
    assertThat(known.answer(queues(pod, "90", "--ack-deadline=70")).fresh())
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("ack-deadline"));
  }

  private static List<AuditFinding> queues(String pod, String figure, String other) {
    return new Audits()
        .manifest(pod.replace("GRACE", "300").replace("QUEUE", figure).replace("OTHER", other))
        .task("export", 180)
        .findings(Check.QUEUE_TIMEOUT);
  }

  @Test
  void tellsWhatIsStale() {
    Baseline known = Baseline.accepting(List.of(ONE, TWO), new Baseline(List.of()));

    assertThat(known.answer(List.of(TWO)).stale())
        .singleElement()
        .satisfies(entry -> assertThat(entry.fingerprint()).isEqualTo(ONE.fingerprint()));
  }

  @Test
  void refusesWhatIsNone() {
    assertThat(problems("{\"a\": 1}")).singleElement().asString().contains("b.json:1", "JSON list");
    assertThat(problems("[\n{\"reason\": \"x\"}]"))
        .singleElement()
        .asString()
        .contains("b.json:2", "needs a fingerprint");
    assertThat(problems("[{")).isNotEmpty();
  }

  private static List<Problem> problems(String text) {
    List<Problem> problems = new ArrayList<>();
    assertThat(Baseline.read(SourceText.file("b.json", text), problems).entries()).isEmpty();
    return problems;
  }

  private static AuditFinding finding(String place, String message) {
    return AuditFinding.of(Check.DEFAULT_IN_FORCE, Place.of(place), Optional.empty(), message);
  }
}
