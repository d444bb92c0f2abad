package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.PostgresServer;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.sample.docs.ReaderProject.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project of docs/quickstart.md, built by Maven against what this build has made. */
class QuickstartProjectIT {
  private static final Page PAGE = Page.of("docs/quickstart.md");

  @TempDir static Path directory;
  private static ReaderProject project;

  @BeforeAll
  static void build() throws Exception {
    project = new ReaderProject(directory, Path.of("target", "quickstart").toAbsolutePath());
    Matcher version =
        Pattern.compile("<sluice.version>([^<]+)<").matcher(PAGE.file("pom.xml").code());
    assertThat(version.find()).isTrue();
    project.installSluice(version.group(1));
    project.write(PAGE);

    Run built = project.maven("package");

    assertThat(built.exitCode()).as(() -> built.out() + built.err()).isZero();
  }

  @Test
  void itsTestHasRun() throws Exception {
    Path report =
        directory.resolve("target/surefire-reports/com.example.orders.PrintInvoicesTest.txt");

    assertThat(Files.readString(report)).contains("Tests run: 1, Failures: 0, Errors: 0, Skipped");
  }

  @Test
  void itsJarPrintsTheChainThatIsShown() throws Exception {
    Run chain = project.java(line(" chain "), Map.of());

    assertThat(chain.exitCode()).as(chain.err()).isZero();
    assertThat(chain.out()).isEqualTo(PAGE.blocks("text").get(0).code());
  }

  @Test
  void itsJarDescribesTheFile() throws Exception {
    Run described = project.java(line(" describe "), Map.of());

    assertThat(described.exitCode()).as(described.err()).isZero();
    assertThat(described.out()).contains("limit: 20s", "\"${DATABASE_URL}\"");
  }

  @Test
  void itsJarRehearsesAgainstARealDatabase() throws Exception {
    PostgresServer server = EmbeddedPostgres.shared();
    String url = server.createDatabase("quickstart_" + ProcessHandle.current().pid());
    String command = line(" rehearse ").replace("=localhost", "=127.0.0.1");

    Run rehearsed = project.java(command, Map.of("DATABASE_URL", url));

    assertThat(rehearsed.exitCode()).as(() -> rehearsed.out() + rehearsed.err()).isZero();
    assertThat(rehearsed.out()).contains("pass       quiet run to the end", "nothing failed");
  }

  /** The line of the page that runs a command of the jar. */
  private static String line(String command) {
    return PAGE.blocks("sh").stream()
        .flatMap(block -> block.code().lines())
        .filter(line -> line.startsWith("java -jar target/worker.jar" + command))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the page runs no" + command));
  }
}
