package dev.sluice.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTextTest {
  @TempDir Path directory;

  @Test
  void refusesAMissingFileByName() {
    Path file = directory.resolve("none.yaml");

    assertThatThrownBy(() -> FileText.read(file))
        .isInstanceOf(ConfigException.class)
        .hasMessage(file + ": no such file");
  }

  @Test
  void refusesADirectory() {
    assertThatThrownBy(() -> FileText.read(directory))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("is a directory");
  }

  @Test
  void refusesBytesThatAreNotUtf8NamingTheLine() throws IOException {
    Path file = directory.resolve("latin.yaml");
    Files.write(file, "a: 1\nb: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> FileText.read(file))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("latin.yaml:2: is not UTF-8");
  }

  @Test
  void refusesMoreThanOneMebibyteAndTakesExactlyThat() throws IOException {
    Path fits = Files.writeString(directory.resolve("fits"), "a".repeat(FileText.MAX_BYTES));
    Path large = Files.writeString(directory.resolve("large"), "a".repeat(FileText.MAX_BYTES + 1));

    assertThat(FileText.read(fits)).hasSize(FileText.MAX_BYTES);
    assertThatThrownBy(() -> FileText.read(large))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("larger than 1 MiB");
  }

  @Test
  void dropsAByteOrderMark() throws IOException {
    Path file = Files.writeString(directory.resolve("bom"), "\uFEFFa: 1");

    assertThat(FileText.read(file)).isEqualTo("a: 1");
  }
}
