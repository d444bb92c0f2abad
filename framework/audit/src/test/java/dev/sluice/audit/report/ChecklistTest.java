package dev.sluice.audit.report;

import static dev.sluice.audit.report.ChecklistLine.Answer.FAIL;
import static dev.sluice.audit.report.ChecklistLine.Answer.PASS;
import static dev.sluice.audit.report.ChecklistLine.Answer.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Place;
import dev.sluice.chain.NodeCap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChecklistTest {
  @Test
  void passesOnlyWhatIsProven() {
    Estate estate =
        Estates.supervised(
            "a/Deployment/b",
            "300",
            OptionalLong.of(280),
            180,
            Optional.of(new NodeCap("--node-limit 600s", 600)));

    assertThat(answers(Audit.of(estate, List.of(), List.of())))
        .containsExactly(UNKNOWN, UNKNOWN, PASS, PASS, UNKNOWN, UNKNOWN, UNKNOWN, PASS);
  }

  @Test
  void knowsNothingWhereNothingWasRead() {
    Estate empty =
        new Estate(
            List.of(), new Manifests(List.of(), List.of(), List.of()), Optional.empty(), List.of());

    assertThat(answers(Audit.of(empty, List.of(), List.of()))).containsOnly(UNKNOWN);
  }

  @Test
  void failsOnEachGapOfItsLine() {
    assertThat(failing(Check.SHELL_IS_PROCESS_ONE)).containsExactly(0, 1, 2);
    assertThat(failing(Check.NEED_BEYOND_WINDOW)).containsExactly(1, 3);
    assertThat(failing(Check.QUEUE_TIMEOUT)).containsExactly(5);
    assertThat(failing(Check.NO_DISRUPTION_BUDGET)).containsExactly(6);
    assertThat(failing(Check.NODE_CAP_EXCEEDED)).containsExactly(7);
  }

  @Test
  void failsOnAGapThatSomebodyAccepted() {
    AuditFinding finding = finding(Check.QUEUE_TIMEOUT);
    Audit audit =
        Audit.of(Estates.supervised(OptionalLong.of(280), 180), List.of(finding), List.of())
            .against(Baseline.accepting(List.of(finding), new Baseline(List.of())));

    assertThat(audit.findings()).isEmpty();
    assertThat(answers(audit).get(5)).isEqualTo(FAIL);
  }

  private static List<Integer> failing(Check check) {
    List<ChecklistLine.Answer> answers =
        answers(
            Audit.of(
                Estates.supervised(OptionalLong.of(280), 180), List.of(finding(check)), List.of()));
    return IntStream.range(0, answers.size())
        .filter(line -> answers.get(line) == FAIL)
        .boxed()
        .toList();
  }

  private static AuditFinding finding(Check check) {
    return AuditFinding.of(check, Place.of("a/Deployment/b"), Optional.empty(), "a gap");
  }

  private static List<ChecklistLine.Answer> answers(Audit audit) {
    List<ChecklistLine> lines = Checklist.of(audit);
    assertThat(lines).hasSize(8);
    return lines.stream().map(ChecklistLine::answer).toList();
  }
}
