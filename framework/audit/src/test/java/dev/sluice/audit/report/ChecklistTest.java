package dev.sluice.audit.report;

import static dev.sluice.audit.report.ChecklistLine.Answer.FAIL;
import static dev.sluice.audit.report.ChecklistLine.Answer.PASS;
import static dev.sluice.audit.report.ChecklistLine.Answer.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Audits;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.PipelineFile;
import dev.sluice.audit.assembly.Tasks;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.rules.Rules;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.SourceText;
import dev.sluice.chain.NodeCap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({
    "[worker], UNKNOWN",
    "'[worker, --visibility-timeout=181]', PASS",
    "'[worker, --visibility-timeout=180]', FAIL",
    "'[worker, --visibility-timeout=90]', FAIL",
    "'[worker, --visibility-timeout=x]', UNKNOWN",
    "'[worker, --visibility-timeout=181, --ack-deadline=x]', UNKNOWN",
  })
  void comparesTheQueueWithTheWork(String command, ChecklistLine.Answer answer) {
    Audits audits =
        new Audits()
            .manifest(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: worker}
                spec:
                  terminationGracePeriodSeconds: 300
                  containers: [{name: main, command: COMMAND}]
                """
                    .replace("COMMAND", command));

    assertThat(queueLine(audits)).isEqualTo(UNKNOWN);
    assertThat(queueLine(audits.task("export", 180))).isEqualTo(answer);
  }

  @Test
  void figuresDeclaredForAllProveNoPipeline() {
    String worker = pod("{name: main, command: [worker]}", "");

    assertThat(signalLine(new Audits().manifest(worker).tasks(limits(Optional.empty()))))
        .isEqualTo(UNKNOWN);
    assertThat(signalLine(new Audits().manifest(worker).tasks(limits(Optional.of("worker")))))
        .isEqualTo(PASS);
    assertThat(signalLine(new Audits().manifest(worker).task("export", 30, "worker")))
        .isEqualTo(UNKNOWN);
  }

  @Test
  void aPipelineThatIsMountedProvesOne() {
    String mounted =
        pod(
            "{name: main, command: [worker], volumeMounts: [{name: v, mountPath: /etc/w}]}",
            "volumes: [{name: v, configMap: {name: w}}], ");
    String map =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: w}\ndata:\n  pipeline.yaml: |\n"
            + PIPELINE.indent(4);

    assertThat(signalLine(new Audits().manifest(map).manifest(mounted))).isEqualTo(PASS);
  }

  private static final String PIPELINE =
      "apiVersion: " + PipelineFile.API_VERSION + "\npipeline: {limits: {export: {limit: 30s}}}\n";

  private static List<Tasks.Declared> limits(Optional<String> scope) {
    Documents documents = Documents.read(SourceText.file("pipeline.yaml", PIPELINE));
    return PipelineFile.read(documents.trees().get(0), scope).tasks();
  }

  private static String pod(String container, String volumes) {
    return "apiVersion: v1\nkind: Pod\nmetadata: {name: worker}\nspec: {"
        + volumes
        + "terminationGracePeriodSeconds: 300, containers: ["
        + container
        + "]}\n";
  }

  private static ChecklistLine.Answer signalLine(Audits audits) {
    Estate estate = audits.estate();
    return answers(Audit.of(estate, Rules.check(estate), List.of())).get(0);
  }

  private static ChecklistLine.Answer queueLine(Audits audits) {
    Estate estate = audits.estate();
    return answers(Audit.of(estate, Rules.check(estate), List.of())).get(5);
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
