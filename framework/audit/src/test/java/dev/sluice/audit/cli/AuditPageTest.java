package dev.sluice.audit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.model.Check;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What docs/audit/README.md shows is what the command prints; -Dsluice.docs.update=true writes it.
 */
class AuditPageTest {
  private static final Path PAGE = Path.of("../../docs/audit/README.md");
  private static final String EXAMPLE = "docs/audit/example";
  private static final boolean UPDATE = Boolean.getBoolean("sluice.docs.update");

  @Test
  void theExampleIsPrintedAsTheCommandPrintsIt() throws Exception {
    String options = "--task export=400s --docs " + EXAMPLE + "/runbook.md " + EXAMPLE;
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SluiceAudit.class.getName()));
    command.addAll(List.of(options.split(" ", -1)));

    // As its reader does, at the root of the checkout: the paths in the report are relative.
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of("../..").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isEqualTo(1);
      same(
          "example",
          "```console\n$ java -jar framework/audit/target/sluice-audit.jar "
              + options
              + "\n"
              + report
              + "```");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void everyFindingIsListed() throws IOException {
    StringBuilder table = new StringBuilder("| finding | weight | what follows |\n|---|---|---|\n");
    for (Check check : Check.values()) {
      table
          .append("| [")
          .append(check.id())
          .append("](")
          .append(check.id())
          .append(".md) | ")
          .append(check.level().word())
          .append(" | ")
          .append(check.why())
          .append(" |\n");
    }
    same("findings", table.toString().strip());
  }

  private static void same(String mark, String generated) throws IOException {
    String begin = "<!-- " + mark + " -->\n\n";
    String end = "\n\n<!-- end of " + mark + " -->";
    String page = Files.readString(PAGE);
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf(end, from);
    if (UPDATE) {
      Files.writeString(PAGE, page.substring(0, from) + generated + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to)).isEqualTo(generated);
  }
}
