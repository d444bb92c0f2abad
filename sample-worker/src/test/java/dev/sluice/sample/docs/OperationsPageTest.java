package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.ExitCode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationsPageTest {
  private static final Page PAGE = Page.of("docs/operations.md");
  private static final String CODE = Checkout.production();
  private static final String CORE = "framework/core/src/main/java/dev/sluice/";
  private static final Pattern FIELD =
      Pattern.compile("(?:put|putArray|putObject|withArray)\\(\\s*\"(\\w+)\"");

  @Test
  void everyExitCodeIsExplained() {
    Set<String> codes =
        PAGE.rows("code").stream()
            .flatMap(row -> Stream.of(row.get(0).split(", ")))
            .collect(Collectors.toSet());

    assertThat(codes)
        .contains(
            Integer.toString(ExitCode.CLEAN),
            Integer.toString(ExitCode.FATAL),
            Integer.toString(ExitCode.INVALID),
            Integer.toString(ExitCode.CUT),
            "130",
            "143");
  }

  @ParameterizedTest
  @ValueSource(strings = {"runtime/DrainReport.java", "health/StatusJson.java"})
  void everyFieldIsExplained(String source) {
    Set<String> explained =
        PAGE.spans().stream()
            .flatMap(span -> Stream.of(span.replace("[]", "").split("\\.")))
            .collect(Collectors.toSet());

    assertThat(fields(source)).isNotEmpty().isSubsetOf(explained);
  }

  @Test
  void everyExplainedFieldExists() {
    Set<String> fields = fields("runtime/DrainReport.java");
    fields.addAll(fields("health/StatusJson.java"));
    List<String> explained =
        PAGE.rows("field").stream().flatMap(row -> Page.spansOf(row.get(0)).stream()).toList();

    assertThat(lastSegments(explained)).isNotEmpty().isSubsetOf(fields);
  }

  @ParameterizedTest
  @ValueSource(strings = {"message has", "log line has", "reason has"})
  void everyMessageExists(String head) {
    List<String> messages =
        PAGE.rows(head).stream().flatMap(row -> Page.spansOf(row.get(0)).stream()).toList();

    assertThat(messages).isNotEmpty().allMatch(CODE::contains);
  }

  @Test
  void everyOptionOfTheCommandLineIsExplained() {
    Matcher names = Pattern.compile("names = \\{?((?:\"-[^\"]+\"[, ]*)+)").matcher(core());
    Set<String> options =
        names
            .results()
            .flatMap(found -> Pattern.compile("\"(-[^\"]+)\"").matcher(found.group(1)).results())
            .map(found -> found.group(1))
            .collect(Collectors.toSet());

    assertThat(options).isNotEmpty().isSubsetOf(options());
  }

  @Test
  void everyExplainedOptionExists() {
    assertThat(options()).allMatch(option -> CODE.contains("\"" + option + "\""));
  }

  @Test
  void everyVariableIsExplainedAndNoOther() {
    Set<String> inCode = matches("\"(SLUICE_[A-Z_]+)\"", core() + CODE);
    inCode.remove("SLUICE_LOG_LEVEL");

    assertThat(matches("`(SLUICE_[A-Z_]+)`", PAGE.text())).isEqualTo(inCode);
  }

  @Test
  void everyPathIsAnswered() {
    Set<String> paths = matches("`(/(?:health|status)[a-z/]*)`", PAGE.text());

    assertThat(paths).hasSize(4).allMatch(path -> CODE.contains("case \"" + path + "\""));
  }

  private static Set<String> options() {
    return PAGE.rows("command").stream()
        .flatMap(row -> Page.spansOf(row.get(1)).stream())
        .collect(Collectors.toSet());
  }

  private static String core() {
    return Checkout.java().stream()
        .filter(file -> file.toString().contains("/" + CORE))
        .map(Checkout::read)
        .collect(Collectors.joining("\n"));
  }

  private static Set<String> fields(String source) {
    return FIELD
        .matcher(Checkout.read(CORE + source))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<String> lastSegments(List<String> spans) {
    return spans.stream()
        .map(span -> span.substring(span.lastIndexOf('.') + 1).replace("[]", ""))
        .collect(Collectors.toSet());
  }

  private static Set<String> matches(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
