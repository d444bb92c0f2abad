package dev.sluice.audit.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReportsTest {
  private static final Place PROGRAM =
      Place.of("shop/Deployment/orders").container("main").program("export");
  private static final AuditFinding KILLS =
      AuditFinding.of(
              Check.NEED_BEYOND_WINDOW,
              PROGRAM,
              Optional.of(Estates.CONF),
              "task export needs 400 s, its real window is 10 s",
              Change.raise("set stopwaitsecs of export to 400 or more"),
              Change.split("stop at checkpoints at most 10 s apart"))
          .killing();
  private static final AuditFinding OTHER =
      AuditFinding.of(
          Check.NO_DISRUPTION_BUDGET,
          Place.of("shop/Deployment/orders"),
          Optional.of(Estates.AT),
          "no budget selects its pods");
  private static final AuditFinding UNSEEN =
      AuditFinding.of(
          Check.UNKNOWN,
          PROGRAM,
          Optional.empty(),
          "the kubelet's shutdown settings are unknown",
          Change.look("kubectl get --raw /api/v1/nodes/NAME/proxy/configz"));
  private static final Audit AUDIT =
      Audit.of(
          Estates.supervised(OptionalLong.empty(), 400),
          List.of(KILLS, OTHER, UNSEEN),
          List.of(new Problem(new Position("broken.yaml", 3, 1), "is no YAML")));

  @Test
  void saysWhatKillsBeforeWhatDoesNot() {
    String text = TextReport.render(AUDIT, false);

    assertThat(text)
        .containsSubsequence(
            "shop/Deployment/orders  (deploy.yaml:1)",
            "container main",
            "node",
            "grace period",
            "300 s  deploy.yaml:12",
            "stopwaitsecs of export",
            "10 s  default, not set (supervisord's default)",
            "program export: window 10 s, needs 400 s: too short by 390 s",
            "binding link: stopwaitsecs not set, 10 s",
            "400 <= 10 <= 300 - 0   <- fails: 400 <= 10",
            "pod: preStop + waits of all groups + groups + 1",
            "THE GAP THAT KILLS",
            "error need-beyond-window:",
            "supervisord.conf:4, shop/Deployment/orders, container main, program export",
            "- raise: set stopwaitsecs of export to 400 or more",
            "REAL, BUT NOT THE CAUSE",
            "warning no-disruption-budget:",
            "Unknown, and where to look",
            "configz",
            "Could not be read",
            "broken.yaml:3: is no YAML",
            "Checklist",
            "1 workload audited: 3 findings (1 error, 1 warning, 1 note), 1 of them about a gap that"
                + " kills; 1 place could not be read")
        .doesNotContain("\u001b");
  }

  @Test
  void keepsToItsWidthAndObeysNoName() {
    AuditFinding hostile =
        AuditFinding.of(
            Check.UNKNOWN_KEY,
            Place.of("Deployment/\u001b[2J\u0007\u202Eevil"),
            Optional.empty(),
            "word ".repeat(100));
    Audit audit =
        Audit.of(
            Estates.supervised(
                "a/Deployment/\u001b[31mred", "300", OptionalLong.of(9), 400, Optional.empty()),
            List.of(hostile, KILLS),
            List.of());

    String text = TextReport.render(audit, false);

    assertThat(text.lines()).allMatch(line -> line.length() <= Page.WIDTH);
    assertThat(text.chars().filter(c -> c != '\n')).noneMatch(Character::isISOControl);
    assertThat(text).doesNotContain("\u202E");
    assertThat(TextReport.render(audit, true)).contains("\u001b[31m").contains("\u001b[0m");
  }

  @Test
  void writesJsonThatTellsTheSame() throws IOException {
    JsonNode json = new ObjectMapper().readTree(JsonReport.render(AUDIT, "1.2"));

    assertThat(json.at("/schema").asText()).isEqualTo("sluice-audit/1");
    JsonNode container = json.at("/workloads/0/containers/0");
    assertThat(container.at("/layers/1/layer").asText()).isEqualTo("grace period");
    assertThat(container.at("/layers/1/seconds").asInt()).isEqualTo(300);
    assertThat(container.at("/layers/1/line").asInt()).isEqualTo(12);
    assertThat(container.at("/layers/3/from").asText()).isEqualTo("default");
    assertThat(container.at("/layers/0/seconds").isMissingNode()).isTrue();
    assertThat(container.at("/programs/0/window").asInt()).isEqualTo(10);
    assertThat(container.at("/programs/0/needs").asInt()).isEqualTo(400);
    assertThat(container.at("/programs/0/holds").asBoolean(true)).isFalse();
    assertThat(container.at("/programs/0/figures").asText()).isEqualTo("400 <= 10 <= 300 - 0");
    assertThat(container.at("/pod/needed").asInt()).isEqualTo(12);
    assertThat(json.at("/findings/0/kills").asBoolean()).isTrue();
    assertThat(json.at("/findings/0/changes/1/kind").asText()).isEqualTo("split");
    assertThat(json.at("/problems/0/file").asText()).isEqualTo("broken.yaml");
    assertThat(json.at("/checklist")).hasSize(8);
    assertThat(json.at("/summary/errors").asInt()).isOne();
  }

  @Test
  void writesSarifWithPositionsAndFingerprints() throws IOException {
    Baseline known = Baseline.accepting(List.of(OTHER), new Baseline(List.of()));
    JsonNode run =
        new ObjectMapper().readTree(SarifReport.render(AUDIT.against(known), "1.2")).at("/runs/0");

    assertThat(run.at("/tool/driver/rules")).hasSize(Check.values().length);
    assertThat(run.at("/tool/driver/rules/0/help/text").asText())
        .contains("docs/audit/need-beyond-window.md");
    JsonNode first = run.at("/results/0");
    assertThat(first.at("/ruleId").asText()).isEqualTo("need-beyond-window");
    assertThat(first.at("/level").asText()).isEqualTo("error");
    assertThat(first.at("/locations/0/physicalLocation/artifactLocation/uri").asText())
        .isEqualTo("supervisord.conf");
    assertThat(first.at("/locations/0/physicalLocation/region/startLine").asInt()).isEqualTo(4);
    assertThat(first.at("/partialFingerprints").size()).isOne();
    assertThat(first.at("/baselineState").asText()).isEqualTo("new");
    JsonNode accepted = run.at("/results/2");
    assertThat(accepted.at("/baselineState").asText()).isEqualTo("unchanged");
    assertThat(accepted.at("/suppressions/0/justification").asText()).contains("not given yet");
    assertThat(run.at("/results/1/locations/0/physicalLocation").isMissingNode()).isTrue();
    assertThat(run.at("/invocations/0/executionSuccessful").asBoolean(true)).isFalse();
  }

  @Test
  void namesFilesInSarifAsReferences() throws IOException {
    List<AuditFinding> findings =
        List.of(
            at("a b/ä.yaml"),
            at("/abs/x.yaml"),
            at("c:d.yaml"),
            at("-"),
            at("orders/templates/d.yaml (rendered)"));
    JsonNode results =
        new ObjectMapper()
            .readTree(
                SarifReport.render(
                    Audit.of(Estates.supervised(OptionalLong.empty(), 1), findings, List.of()),
                    "1"))
            .at("/runs/0/results");

    String uri = "/locations/0/physicalLocation/artifactLocation/uri";
    assertThat(results.at("/0" + uri).asText()).isEqualTo("a%20b/%C3%A4.yaml");
    assertThat(results.at("/1" + uri).asText()).isEqualTo("file:///abs/x.yaml");
    assertThat(results.at("/2" + uri).asText()).isEqualTo("./c:d.yaml");
    assertThat(results.at("/3" + uri).asText()).isEqualTo("stdin");
    assertThat(results.at("/4" + uri).asText()).isEqualTo("orders/templates/d.yaml");
    assertThat(results.at("/4/locations/0/physicalLocation/region").isMissingNode()).isTrue();
  }

  private static AuditFinding at(String file) {
    return AuditFinding.of(
        Check.UNKNOWN_KEY, PROGRAM, Optional.of(new Position(file, 1, 1)), "a key");
  }
}
