package dev.sluice.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {

  @ParameterizedTest
  @ValueSource(strings = {"010m", "1.0", "0x10", "1:30", "1e3", "yes", "2001-01-01", "1_000"})
  void keepsValuesAsTheyAreWritten(String text) {
    YamlMap map = YamlReader.document("p.yaml", "a: " + text);

    assertThat(map.find("a")).get().extracting("text").isEqualTo(text);
  }

  @Test
  void knowsTheLineOfEveryPiece() {
    YamlMap map = YamlReader.document("p.yaml", "# first\na:\n  b: 1\n  c: [x,\n      y]\n");

    assertThat(map.find("a", "b")).get().extracting(n -> n.at().toString()).isEqualTo("p.yaml:3");
    YamlList list = (YamlList) map.find("a", "c").orElseThrow();
    assertThat(list.items().get(1).at().line()).isEqualTo(5);
    assertThat(map.nearest("a", "missing").line()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# only a comment\n", "---\n", "---\n...\n", "~", "null"})
  void refusesAnEmptyDocument(String text) {
    refused(text).hasMessage("p.yaml: is empty");
  }

  @Test
  void refusesATopThatIsNoMapping() {
    refused("- a\n- b\n")
        .hasMessageContaining("p.yaml:1: expected a mapping")
        .hasMessageContaining("a list");
    refused("just words").hasMessageContaining("not a value");
  }

  @Test
  void refusesASecondDocumentNamingItsLine() {
    refused("a: 1\n---\nb: 2\n").hasMessageContaining("p.yaml:2: a second document begins here");
  }

  @Test
  void tellsAllDuplicateKeysWithBothLines() {
    refused("a: 1\nb:\n  c: 1\n  c: 2\na: 3\n")
        .hasMessage(
            "p.yaml:4: b.c: is written twice, first in line 3\n"
                + "p.yaml:5: a: is written twice, first in line 1");
  }

  @Test
  void refusesAliasesSoThatNoneCanExplode() {
    refused("a: &x [1, 2]\nb: [*x, *x]\n")
        .hasMessageContaining("p.yaml:2: alias '*x' is not supported");
    refused("a: &x {b: 1}\nc:\n  <<: *x\n").hasMessageContaining("p.yaml:3: alias '*x'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: !!javax.script.ScriptEngineManager [x]",
        "a: !!str 5",
        "a: !mine {b: 1}",
        "!!str a: 5"
      })
  void refusesTagsSoThatNothingIsConstructed(String text) {
    refused(text).hasMessageContaining("p.yaml:1: tag '").hasMessageContaining("is not supported");
  }

  @Test
  void refusesATabThatIndents() {
    refused("a:\n\tb: 1\n").hasMessageContaining("p.yaml:2: a tab stands where");
  }

  @Test
  void refusesWhatIsNotYamlNamingTheLine() {
    refused("a: 1\nb: [1, 2\nc: 3\n").hasMessageContaining("p.yaml:3: is not YAML: ");
    refused("a: b: c\n").hasMessageContaining("p.yaml:1: is not YAML: ");
    refused("a: 'open\n").hasMessageContaining("is not YAML: ");
  }

  @Test
  void refusesControlCharactersNamingTheLine() {
    refused("a: 1\nb: x\u0007y\n").hasMessageContaining("p.yaml:2: character U+0007");
  }

  @Test
  void refusesKeysThatAreNotText() {
    refused("? [a, b]\n: 1\n").hasMessageContaining("only plain text can be a key");
    refused("? {a: b}\n: 1\n").hasMessageContaining("only plain text can be a key");
    refused("'': 1\n").hasMessageContaining("a key is missing");
  }

  @Test
  void refusesNestingWithoutEndInsteadOfOverflowingTheStack() {
    refused("a: " + "[".repeat(100_000)).hasMessageContaining("nested deeper than");
  }

  @Test
  void tellsNoValueFromAnEmptyText() {
    YamlMap map = YamlReader.document("p.yaml", "a:\nb: ~\nc: null\nd: ''\ne: 'null'\n");

    assertThat(map.entries())
        .extracting(entry -> ((YamlScalar) entry.value()).isNull())
        .containsExactly(true, true, true, false, false);
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(String text) {
    return assertThatThrownBy(() -> YamlReader.document("p.yaml", text))
        .isInstanceOf(ConfigException.class);
  }
}
