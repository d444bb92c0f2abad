package dev.sluice.config.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.chain.Golden;
import dev.sluice.config.CamelCase;
import dev.sluice.config.DataSize;
import dev.sluice.config.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Editors refuse nothing that the worker takes, and of the rest what a schema can tell. */
class SchemaAgreementTest {
  /** Durations that have the form and are refused for being longer than a year. */
  private static final Set<String> BEYOND_A_YEAR = Set.of("8761h", "31536001", "99999999s");

  @CamelCase
  enum Mode {
    DEAD_LETTER,
    STOP
  }

  record Inner(@Setting(doc = "A.") int a, @Setting(doc = "B.", value = "b") String b) {}

  record All(
      @Setting(doc = "Small.", value = "1", min = "1", max = "10") int small,
      @Setting(doc = "Port.", value = "0", min = "0") int port,
      @Setting(doc = "Any.", value = "1") int any,
      @Setting(doc = "Large.") Optional<Long> large,
      @Setting(doc = "Flag.", value = "false") boolean flag,
      @Setting(doc = "Time.", value = "90s", min = "1ms", max = "1h") Duration time,
      @Setting(doc = "Size.", value = "1MiB", min = "1", max = "1GiB") DataSize size,
      @Setting(doc = "Mode.", value = "stop") Mode mode,
      @Setting(doc = "Text.", value = "") String text,
      @Setting(doc = "Name.", value = "ab", min = "1", max = "3") String name,
      @Setting(doc = "List.", value = "[x]", min = "1", max = "2") List<String> list,
      @Setting(doc = "Map.", value = "{}", max = "2") Map<String, Duration> map,
      @Setting(doc = "Inner.") Optional<Inner> inner,
      @Setting(doc = "Many.", value = "[]") List<Inner> many,
      @Setting(doc = "Figure.", value = "1s", placeholders = false) Duration figure,
      @Setting(doc = "Fixed.", value = "x", placeholders = false) String fixed,
      @Setting(doc = "Fixed name.", value = "x", max = "3", placeholders = false) String id) {}

  record Time(@Setting(doc = "V.", placeholders = false) Duration value) {}

  record Size(@Setting(doc = "V.", placeholders = false) DataSize value) {}

  private static final Verdicts ALL = Verdicts.of(All.class);
  private static final Verdicts TIME = Verdicts.of(Time.class);
  private static final Verdicts SIZE = Verdicts.of(Size.class);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "small: 10",
        "small: \"10\"",
        "small: ${SMALL}",
        "small: '${SMALL:-5}'",
        "port: 0",
        "any: -7",
        "any: \"-7\"",
        "large: 9000000000",
        "flag: true",
        "flag: 'false'",
        "time: 1",
        "time: 0.5",
        "time: 1h",
        "time: PT2M",
        "time: '${M}m'",
        "size: 1",
        "size: 64KiB",
        "size: \"1048576\"",
        "mode: deadLetter",
        "mode: dead-letter",
        "mode: ${MODE}",
        "text: any thing",
        "text: 5",
        "text: 5.5",
        "text: true",
        "text: ''",
        "text: \"two\\nlines\"",
        "text: a${A}b${B:-}c${file:/run/secret}",
        "text: $${not one",
        "text: $$${not one",
        "text: $5 $",
        "text: ${A:-$}",
        "name: abc",
        "name: 1",
        "name: ${LONGER}",
        "list: [a]",
        "list: ['${A}', 5]",
        "map: {a: 1s, b.c: 2m}",
        "map: {a: '${A}'}",
        "inner: {a: 1}",
        "many: [{a: 1}, {a: 2, b: c}]",
        "figure: 90s",
        "fixed: a$b",
        "id: abc"
      })
  void editorsTakeWhatTheWorkerTakes(String line) {
    assertThat(ALL.worker(line)).as("worker").isTrue();
    assertThat(ALL.editor(line)).as("editor").isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "smal: 1",
        "small: 11",
        "small: 0",
        "small: '0'",
        "small: 1.5",
        "small: one",
        "small: '010'",
        "small: [1]",
        "small: ~",
        "small: $${SMALL}",
        "port: -1",
        "port: '-1'",
        "any: 3000000000",
        "flag: 'yes'",
        "flag: 1",
        "time: 0s",
        "time: 0",
        "time: '0.0'",
        "time: 3601",
        "time: soon",
        "time: true",
        "time: ${}",
        "size: 0",
        "size: 0MiB",
        "size: -1",
        "size: 1.5MiB",
        "size: 2000000000",
        "mode: STOP",
        "mode: stopp",
        "text: {a: b}",
        "text: [a]",
        "text:",
        "text: ${1X}",
        "text: ${never closed",
        "text: ${A:-${B}}",
        "text: ${file:relative}",
        "name: ''",
        "name: abcd",
        "list: x",
        "list: []",
        "list: [a, b, c]",
        "list: [{a: b}]",
        "map: [a]",
        "map: {a: soon}",
        "map: {a: 1s, b: 1s, c: 1s}",
        "inner: {}",
        "inner: {a: 1, c: 1}",
        "inner: 5",
        "many: {a: 1}",
        "many: [{a: x}]",
        "figure: ${FIGURE}",
        "figure: '${FIGURE:-1s}'",
        "fixed: ${FIXED}",
        "fixed: $${FIXED}",
        "id: abcd"
      })
  void editorsRefuseWhatTheWorkerRefuses(String line) {
    assertThat(ALL.worker(line)).as("worker").isFalse();
    assertThat(ALL.editor(line)).as("editor").isFalse();
  }

  static Stream<String> goodDurations() {
    return Golden.file("durations.yaml").<Map<String, Object>>list("good").stream()
        .map(row -> (String) row.get("text"));
  }

  static Stream<String> badDurations() {
    return Golden.file("durations.yaml").<String>list("bad").stream();
  }

  @ParameterizedTest
  @MethodSource("goodDurations")
  void editorsTakeEveryFormOfADuration(String text) {
    for (String line : List.of(quoted(text), "value: " + text)) {
      assertThat(TIME.worker(line)).isTrue();
      assertThat(TIME.editor(line)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("badDurations")
  void editorsRefuseEveryOtherFormOfADuration(String text) {
    assertThat(TIME.worker(quoted(text))).isFalse();
    assertThat(TIME.editor(quoted(text))).isEqualTo(BEYOND_A_YEAR.contains(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0", "4096", "10B", "64KiB", "1MiB", "2GiB", "3TiB", "500kB", "10MB", "1GB", "9TB"
      })
  void editorsTakeEveryFormOfASize(String text) {
    for (String line : List.of(quoted(text), "value: " + text)) {
      assertThat(SIZE.worker(line)).isTrue();
      assertThat(SIZE.editor(line)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "MiB", "-1", "1.5MiB", "010", "1 MiB", "1mib", "1KB", "1e6", "0x10", "١", "${A}"
      })
  void editorsRefuseEveryOtherFormOfASize(String text) {
    assertThat(SIZE.worker(quoted(text))).isFalse();
    assertThat(SIZE.editor(quoted(text))).isFalse();
  }

  private static String quoted(String text) {
    return "value: " + Verdicts.json(text);
  }
}
