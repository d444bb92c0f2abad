package dev.sluice.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.PipelineFile;
import dev.sluice.audit.assembly.Tasks;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Level;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.SourceText;
import dev.sluice.chain.Durations;
import dev.sluice.chain.Golden;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** The golden rows of the arithmetic, written as manifests and supervisord files and read back. */
class GoldenCasesTest {

  static Stream<Golden> asTheyAre() {
    return Golden.rows("audit.yaml").stream();
  }

  static Stream<Golden> derived() {
    return Golden.rows("derivation.yaml").stream();
  }

  @ParameterizedTest
  @MethodSource("asTheyAre")
  void aConfigurationAsItIsHasItsRealWindows(Golden row) {
    Golden expect = row.map("expect");
    boolean direct = row.row().containsKey("direct");
    Audits audits =
        new Audits()
            .manifest(manifest(row.number("grace"), row.number("preStop"), direct, command(row)))
            .nodeCap(row.number("nodeCap"));
    if (!direct) {
      audits.supervisord(supervisord(row));
    }
    programs(row)
        .forEach(
            program ->
                audits.task(
                    "work",
                    program.number("need").orElseThrow(),
                    direct ? "main" : program.text("name").orElseThrow()));

    List<AuditedProgram> programs = audits.container().programs();

    assertThat(programs)
        .extracting(program -> (int) program.window().seconds())
        .containsExactlyElementsOf(expect.<Integer>list("windows"));
    assertThat(programs)
        .extracting(program -> !program.tooShort())
        .containsExactlyElementsOf(expect.<Boolean>list("fits"));
    assertThat(programs.get(programs.size() - 1).bindingLink().layer())
        .contains(expect.text("binding").orElseThrow());
    List<AuditFinding> findings = audits.findings();
    assertThat(findings.stream().filter(it -> it.check() == Check.NEED_BEYOND_WINDOW).count())
        .isEqualTo(expect.<Boolean>list("fits").stream().filter(fits -> !fits).count());
    boolean sum = expect.text("podFits").orElseThrow().equals("false");
    if (!direct) {
      assertThat(
              findings.stream()
                  .anyMatch(
                      it ->
                          it.check() == Check.SUM_BEYOND_POD
                              || it.check() == Check.SUPERVISOR_NOT_BELOW_GRACE))
          .isEqualTo(sum);
    }
  }

  @ParameterizedTest
  @MethodSource("derived")
  void whatIsDerivedPassesAndWhatIsRefusedIsFound(Golden row) {
    Golden expect = row.map("expect");
    OptionalLong grace =
        row.number("terminationGracePeriodSeconds").isPresent()
            ? row.number("terminationGracePeriodSeconds")
            : expect.number("grace");
    PipelineFile pipeline = pipeline(row);
    assertThat(pipeline.problems()).isEmpty();
    boolean supervised = row.row().containsKey("supervisor");
    OptionalLong preStop =
        pipeline.tasks().get(0).budget().map(it -> it.preStop().toSeconds()).stream()
            .mapToLong(Long::longValue)
            .findFirst();
    Audits audits =
        new Audits()
            .manifest(manifest(grace, preStop, !supervised, "python, worker.py"))
            .tasks(pipeline.tasks().stream().map(it -> scoped(it, supervised)).toList())
            .nodeCap(pipeline.nodeCap());
    if (supervised) {
      audits.supervisord(derivedSupervisord(row, expect));
    }

    List<AuditFinding> findings = audits.findings();

    String refused = expect.text("refused").orElse("");
    if (refused.startsWith("node cap")) {
      assertThat(findings).extracting(AuditFinding::check).contains(Check.NODE_CAP_EXCEEDED);
    } else if (refused.startsWith("grace")) {
      assertThat(findings).filteredOn(AuditFinding::kills).isNotEmpty();
    } else {
      assertThat(findings).filteredOn(it -> it.level() == Level.ERROR).isEmpty();
      assertThat(findings).filteredOn(AuditFinding::kills).isEmpty();
    }
  }

  private static Tasks.Declared scoped(Tasks.Declared task, boolean supervised) {
    return new Tasks.Declared(
        task.limit(),
        task.budget(),
        supervised ? Optional.of("worker") : Optional.empty(),
        task.origin());
  }

  private static PipelineFile pipeline(Golden row) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("apiVersion", PipelineFile.API_VERSION);
    file.put("pipeline", Map.of("limits", row.row().get("limits")));
    for (String key : List.of("shutdown", "node")) {
      if (row.row().containsKey(key)) {
        file.put(key, row.row().get(key));
      }
    }
    Documents documents = Documents.read(SourceText.file("pipeline.yaml", new Yaml().dump(file)));
    return PipelineFile.read(documents.trees().get(0), Optional.empty());
  }

  private static String derivedSupervisord(Golden row, Golden expect) {
    StringBuilder file = new StringBuilder("[supervisord]\n");
    section(file, "worker", expect.number("stopwait"));
    Golden supervisor = row.map("supervisor");
    int n = 0;
    List<String> own = new ArrayList<>(List.of("worker"));
    for (Object wait : supervisor.<Object>list("ownGroupWaits")) {
      section(file, "own" + n, OptionalLong.of(seconds(wait)));
      own.add("own" + n++);
    }
    for (Object wait : supervisor.<Object>list("otherGroupWaits")) {
      section(file, "other" + n++, OptionalLong.of(seconds(wait)));
    }
    return file + "[group:work]\nprograms=" + String.join(",", own) + "\npriority=1000\n";
  }

  private static long seconds(Object wait) {
    return Durations.ceilSeconds(Durations.parse("wait", wait.toString()));
  }

  private static String command(Golden row) {
    if (!row.row().containsKey("direct")) {
      return "supervisord, -n";
    }
    return row.map("direct").map("timers").row().entrySet().stream()
        .findFirst()
        .map(timer -> "gunicorn, --graceful-timeout, \"" + timer.getValue() + "\", \"app:app\"")
        .orElse("python, worker.py");
  }

  private static List<Golden> programs(Golden row) {
    return row.row().containsKey("direct")
        ? List.of(row.map("direct"))
        : row.<List<Map<String, Object>>>list("groups").stream()
            .flatMap(List::stream)
            .map(Golden::new)
            .toList();
  }

  private static String supervisord(Golden row) {
    StringBuilder file = new StringBuilder("[supervisord]\n");
    int priority = 900;
    for (List<Map<String, Object>> group : row.<List<Map<String, Object>>>list("groups")) {
      List<String> names = new ArrayList<>();
      for (Map<String, Object> program : group) {
        Golden it = new Golden(program);
        names.add(it.text("name").orElseThrow());
        section(file, it.text("name").orElseThrow(), it.number("stopwait"));
      }
      // The highest priority stops first.
      file.append("[group:g")
          .append(priority)
          .append("]\nprograms=")
          .append(String.join(",", names))
          .append("\npriority=")
          .append(priority--)
          .append("\n");
    }
    return file.toString();
  }

  private static void section(StringBuilder file, String name, OptionalLong stopwait) {
    file.append("[program:").append(name).append("]\ncommand=python worker.py\n");
    stopwait.ifPresent(wait -> file.append("stopwaitsecs=").append(wait).append("\n"));
  }

  private static String manifest(
      OptionalLong grace, OptionalLong preStop, boolean direct, String command) {
    String spec =
        grace.isPresent() ? "      terminationGracePeriodSeconds: " + grace.getAsLong() + "\n" : "";
    String hook =
        preStop.orElse(0) == 0
            ? ""
            : "          lifecycle: {preStop: {sleep: {seconds: " + preStop.getAsLong() + "}}}\n";
    return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w}\nspec:\n  template:\n    spec:\n"
        + spec
        + "      containers:\n        - name: main\n          image: app:1\n          command: ["
        + (direct ? command : "supervisord, -n")
        + "]\n"
        + hook;
  }
}
