package dev.sluice.sample.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.sample.process.Built;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The test kit comes along for its command, the test libraries it is made for do not. */
class JarContentsIT {
  private static final List<String> TEST_LIBRARIES =
      List.of(
          "org/junit/", "org/opentest4j/", "org/assertj/", "org/apiguardian/", "net/bytebuddy/");

  @Test
  void theProductionJarHasTheRehearsalAndNoTestLibrary() throws IOException {
    proveOf(Built.productionJar());
  }

  @Test
  void theDevelopmentJarHasTheRehearsalAndNoTestLibrary() throws IOException {
    proveOf(Built.developmentJar());
  }

  private static void proveOf(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      List<String> entries = jar.stream().map(ZipEntry::getName).toList();

      assertThat(entries)
          .contains(
              "dev/sluice/testkit/rehearsal/RehearseCommand.class",
              "META-INF/services/dev.sluice.command.Subcommand")
          .noneMatch(entry -> TEST_LIBRARIES.stream().anyMatch(entry::contains));
    }
  }
}
