package dev.sluice.config.bind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.bind.Interpolation.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterpolationTest {
  @TempDir Path directory;

  private final Interpolation interpolation =
      Interpolation.of(Map.of("HOST", "db", "EMPTY", "", "DOLLAR", "${HOST}"));

  @ParameterizedTest
  @CsvSource({
    "${HOST},db",
    "jdbc://${HOST}:5432/${HOST},jdbc://db:5432/db",
    "${NONE:-local},local",
    "${EMPTY:-local},local",
    "${HOST:-local},db",
    "${NONE:-},''",
    "x${EMPTY}y,xy",
    "${NONE:-a:-b},a:-b",
    "${DOLLAR},${HOST}"
  })
  void replacesPlaceholdersOnce(String text, String expected) {
    assertThat(interpolation.resolve(text))
        .isEqualTo(new Interpolation.Resolved(State.REPLACED, expected));
  }

  @ParameterizedTest
  @CsvSource({"plain,plain", "$5,$5", "a$b{c},a$b{c}", "$${HOST},${HOST}", "x$${y,x${y", "},}"})
  void leavesEverythingElseAsItIs(String text, String expected) {
    assertThat(interpolation.resolve(text))
        .isEqualTo(new Interpolation.Resolved(State.LITERAL, expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"${}", "${1A}", "${A-B}", "${A:b}", "${A:-${B}}", "${ HOST }", "${file:}"})
  void refusesOtherForms(String text) {
    assertThat(interpolation.resolve(text).state()).isEqualTo(State.INVALID);
  }

  @Test
  void refusesAPlaceholderWithoutEnd() {
    assertThat(interpolation.resolve("a${HOST").text()).contains("never closed");
  }

  @Test
  void namesAVariableThatIsNotSet() {
    assertThat(interpolation.resolve("${NONE}").text())
        .contains("environment variable NONE is not set")
        .contains("${NONE:-...}");
  }

  @Test
  void leavesAValueUnknownWhereThatIsTolerated() {
    Interpolation tolerant = Interpolation.tolerant(Map.of("HOST", "db"));

    assertThat(tolerant.resolve("${HOST}${NONE}").state()).isEqualTo(State.UNKNOWN);
    assertThat(tolerant.resolve("${NONE}${HOST}").state()).isEqualTo(State.UNKNOWN);
    assertThat(tolerant.resolve("${file:/does/not/exist}").state()).isEqualTo(State.UNKNOWN);
    assertThat(tolerant.resolve("${1A}").state()).isEqualTo(State.INVALID);
  }

  @Test
  void readsAFileWithoutItsLastLineBreak() throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), "s3cret\n\n");

    assertThat(interpolation.resolve("${file:" + file + "}").text()).isEqualTo("s3cret\n");
  }

  @Test
  void namesAFileThatIsNotThereOrNotAbsolute() {
    assertThat(interpolation.resolve("${file:/does/not/exist}").text())
        .contains("/does/not/exist: no such file");
    assertThat(interpolation.resolve("${file:relative}").text()).contains("absolute path");
  }
}
