package dev.sluice.config.bind;

import static dev.sluice.config.bind.Binding.bind;
import static dev.sluice.config.bind.Binding.refuse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigProblem;
import dev.sluice.config.DataSize;
import dev.sluice.config.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinderTest {
  enum Mode {
    AT_LEAST_ONCE,
    STOP
  }

  record Inner(
      @Setting(doc = "A.", value = "7", min = "1", max = "10") int a,
      @Setting(doc = "B.") Optional<String> b) {}

  record All(
      @Setting(doc = "Text.") String text,
      @Setting(doc = "Small.", value = "1") int small,
      @Setting(doc = "Large.", value = "1") long large,
      @Setting(doc = "Flag.", value = "false") boolean flag,
      @Setting(doc = "Time.", value = "90s") Duration time,
      @Setting(doc = "Size.", value = "1MiB") DataSize size,
      @Setting(doc = "Mode.", value = "stop") Mode mode,
      @Setting(doc = "List.", value = "[x, y]") List<String> list,
      @Setting(doc = "Map.", value = "{}") Map<String, Duration> map,
      @Setting(doc = "Inner.", value = "{}") Inner inner,
      @Setting(doc = "Many.", value = "[]") List<Inner> many,
      @Setting(doc = "Maybe.") Optional<Inner> maybe) {}

  @Test
  void takesDefaultsFromTheAnnotation() {
    All all = bind(All.class, "text: t");

    assertThat(all)
        .isEqualTo(
            new All(
                "t",
                1,
                1,
                false,
                Duration.ofSeconds(90),
                DataSize.parse("1MiB"),
                Mode.STOP,
                List.of("x", "y"),
                Map.of(),
                new Inner(7, Optional.empty()),
                List.of(),
                Optional.empty()));
  }

  @Test
  void readsEveryType() {
    All all =
        bind(
            All.class,
            """
            text: "5"
            small: -2
            large: 9000000000
            flag: true
            time: PT2M
            size: 64KiB
            mode: atLeastOnce
            list: [a, '']
            map: {one.two: 1s, b: 2}
            inner: {a: 3, b: c}
            many: [{a: 1}, {a: 2}]
            maybe: {}
            """);

    assertThat(all)
        .isEqualTo(
            new All(
                "5",
                -2,
                9_000_000_000L,
                true,
                Duration.ofMinutes(2),
                DataSize.parse("64KiB"),
                Mode.AT_LEAST_ONCE,
                List.of("a", ""),
                Map.of("one.two", Duration.ofSeconds(1), "b", Duration.ofSeconds(2)),
                new Inner(3, Optional.of("c")),
                List.of(new Inner(1, Optional.empty()), new Inner(2, Optional.empty())),
                Optional.of(new Inner(7, Optional.empty()))));
    assertThat(bind(All.class, "{text: t, mode: at-least-once}").mode())
        .isEqualTo(Mode.AT_LEAST_ONCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "small: 1.0|is not a whole number",
        "small: 010|is not a whole number",
        "small: 0x10|is not a whole number",
        "small: 1e3|is not a whole number",
        "small: 3000000000|is not a whole number",
        "large: 99999999999999999999|is not a whole number",
        "flag: yes|is not true or false",
        "flag: 1|is not true or false",
        "time: 010m|is not a duration",
        "time: -5s|is not a duration",
        "time: 1:30|is not a duration",
        "size: 1.5MiB|is not a size",
        "mode: STOP|is not one of at-least-once, stop",
        "inner: {a: 11}|is not a whole number, from 1 to 10",
        "many: [{a: 1}, {a: 11}]|is not a whole number, from 1 to 10",
        "inner: {a: 0}|is not a whole number, from 1 to 10"
      })
  void refusesOtherFormsNamingKeyValueAndWhatIsAccepted(String line, String expected) {
    String value = line.replaceFirst(".*: ", "").replaceAll("[}\\]]", "");

    assertThat(refuse(All.class, "text: t\n" + line))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.at().toString()).isEqualTo("p.yaml:2");
              assertThat(problem.text()).startsWith("'" + value + "' " + expected);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"small:", "small: ~", "inner:", "list: null", "maybe:", "map: {a: }"})
  void refusesAKeyWithoutAValue(String line) {
    assertThat(refuse(All.class, "text: t\n" + line))
        .singleElement()
        .satisfies(problem -> assertThat(problem.text()).startsWith("has no value"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "small: [1]|is a list; expected a whole number",
        "text: {a: b}|is a mapping; expected a text",
        "list: x|is a value; expected a list",
        "map: [x]|is a list; expected a mapping",
        "inner: x|is a value; expected a mapping of a, b"
      })
  void refusesTheWrongKindOfNode(String line, String expected) {
    String text = line.startsWith("text") ? line : "text: t\n" + line;

    assertThat(refuse(All.class, text))
        .extracting(ConfigProblem::text)
        .singleElement()
        .asString()
        .startsWith(expected);
  }

  @Test
  void tellsAllMistakesTogetherByLine() {
    assertThat(refuse(All.class, "smal: 1\ninner:\n  a: x\n  c: 1\ntime: soon\n"))
        .extracting(problem -> problem.at().line() + " " + problem.key())
        .containsExactly("1 smal", "1 text", "3 inner.a", "4 inner.c", "5 time");
  }

  @Test
  void suggestsTheKeyThatWasMeant() {
    assertThat(refuse(All.class, "text: t\nsmal: 1"))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.text())
                    .startsWith("unknown key; did you mean 'small'? (known here: text, small,"));
  }

  @Test
  void saysWhatAMissingKeyIsFor() {
    assertThat(refuse(All.class, "small: 1"))
        .singleElement()
        .satisfies(
            problem -> assertThat(problem.text()).isEqualTo("is missing: Text. Accepted: a text"));
  }

  record Sized(
      @Setting(doc = "L.", min = "1", max = "2") List<String> list,
      @Setting(doc = "T.", value = "ab", min = "1", max = "3") String text) {}

  @Test
  void boundsTheSizeOfListsAndTexts() {
    assertThat(refuse(Sized.class, "list: []"))
        .extracting(ConfigProblem::text)
        .containsExactly("has 0 entries; expected from 1 to 2");
    assertThat(refuse(Sized.class, "list: [a]\ntext: ''"))
        .extracting(ConfigProblem::text)
        .containsExactly("'' is not a text, from 1 to 3 characters");
  }

  record Figures(@Setting(doc = "I.", value = "{}", placeholders = false) Inner inner) {}

  @Test
  void refusesPlaceholdersWhereHelmReads() {
    assertThat(refuse(Figures.class, "inner: {a: '${HIDDEN:-3}'}"))
        .extracting(ConfigProblem::text)
        .singleElement()
        .asString()
        .contains("can't be a placeholder: Helm");
  }

  record Forgotten(String key) {}

  @Test
  void anUnannotatedComponentIsAMistakeOfItsAuthor() {
    assertThatThrownBy(() -> bind(Forgotten.class, "key: 1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Forgotten.key has no @Setting");
  }
}
