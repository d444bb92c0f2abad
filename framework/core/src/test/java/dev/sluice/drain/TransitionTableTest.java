package dev.sluice.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TransitionTableTest {

  @Test
  void thePageSaysWhatTheCodeDoes() throws IOException {
    Path page = root().resolve("docs/internals/transitions.md");
    String printed = TransitionTable.print();
    if (Boolean.getBoolean("sluice.docs.update")) {
      Files.createDirectories(page.getParent());
      Files.writeString(page, printed);
    }

    assertThat(page).hasContent(printed);
  }

  /** The root of the repository: tests run in their module's directory. */
  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve("framework/core"))) {
      here = here.getParent();
    }
    return here;
  }
}
