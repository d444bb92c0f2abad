package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.load.Providers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationPageTest {
  private static final String MARK = "<!-- Printed from here on by ConfigurationPageTest. -->\n";

  @Test
  void thePageListsEveryKeyAsTheCodeDeclaresIt() throws IOException {
    Path file = Checkout.ROOT.resolve("docs/configuration.md");
    String page = Checkout.read(file);
    String head = page.substring(0, page.indexOf(MARK) + MARK.length());
    String printed = head + SettingsReference.print(Providers.onClassPath());
    if (Boolean.getBoolean("sluice.docs.update")) {
      Files.writeString(file, printed);
    }

    assertThat(file).hasContent(printed);
  }

  @Test
  void thereAreKeysOfTheCoreAndOfEveryAdapter() {
    assertThat(SettingsReference.print(Providers.onClassPath()))
        .contains(
            "| `pipeline.chunk.records` |",
            "## `pipeline.source.kafka`",
            "## `services.postgres.<name>`",
            "| `pipeline.limits.<handler>.limit` |");
  }
}
