package dev.sluice.audit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.diagnose.Diagnosis;
import dev.sluice.audit.diagnose.KnownFigures;
import dev.sluice.audit.diagnose.Layer;
import dev.sluice.audit.report.DiagnosisText;
import dev.sluice.audit.text.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DiagnosePageTest {
  private static final String LOG =
      """
      2026-01-01 10:00:00,123 WARN received SIGTERM indicating exit request
      2026-01-01 10:00:10,125 WARN killing 'export' (12) with SIGKILL
      2026-01-01 10:00:10,126 WARN stopped: export (terminated by SIGKILL)
      """;

  private static String page() throws IOException {
    return Files.readString(Path.of("../../docs/audit/diagnose.md"));
  }

  @Test
  void itsExampleIsWhatIsPrinted() throws IOException {
    Diagnosis diagnosis =
        Diagnosis.of(
            List.of(SourceText.file("supervisord.log", LOG)),
            new KnownFigures(
                Optional.empty(),
                Optional.of(Duration.ofMinutes(5)),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty()),
            OptionalInt.empty(),
            OptionalInt.of(0));
    assertThat(page()).contains("```text\n" + DiagnosisText.render(diagnosis, false) + "```\n");
  }

  @Test
  void itHasEachLayerAndEachOption() throws IOException {
    assertThat(page())
        .contains(Arrays.stream(Layer.values()).map(layer -> "| `" + layer.id() + "` |").toList());
    assertThat(page())
        .contains(
            new CommandLine(new DiagnoseCommand())
                .getCommandSpec().options().stream()
                    .map(option -> option.longestName())
                    .filter(name -> !name.equals("--help") && !name.equals("--version"))
                    .map(name -> "`" + name)
                    .toList());
  }
}
