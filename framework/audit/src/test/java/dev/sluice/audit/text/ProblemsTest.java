package dev.sluice.audit.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProblemsTest {
  private static final Map<String, String> MISTAKES =
      Map.ofEntries(
          Map.entry("a:\n\tb: 1\n", "f.yaml:2: is not valid YAML: a tab stands where only spaces"),
          Map.entry("a: b: c\n", "f.yaml:1: is not valid YAML: a ':' stands where no key can be"),
          Map.entry(
              "a: 1\nb\nc: 2\n", "f.yaml:3: is not valid YAML: a ':' is missing behind a key"),
          Map.entry("a: @b\n", "f.yaml:1: is not valid YAML: a value begins with a character"),
          Map.entry("a: \"\\q\"\n", "f.yaml:1: is not valid YAML: a backslash in double quotes"),
          Map.entry("a: - b\n", "f.yaml:1: is not valid YAML: a '-' stands where no list"),
          Map.entry("a:\n  - b\n c: 1\n", "f.yaml:3: is not valid YAML: the line is not indented"),
          Map.entry("a: {b: 1\n", "f.yaml:2: is not valid YAML: a ',' or the end of the '{'"),
          Map.entry("a: [\n", "f.yaml:2: is not valid YAML: the document ends in the middle"),
          Map.entry("a: 'x\n", "f.yaml:2: is not valid YAML: the quotes that open in line 1"),
          Map.entry("a: 1\n\u0000\n", "f.yaml:2: holds a NUL character"),
          Map.entry("a: \u0007\n", "f.yaml:1: holds the character U+0007"),
          Map.entry("a: \uD800\n", "f.yaml:1: holds the character U+D800"),
          Map.entry("? [a]\n: 1\n", "f.yaml:1: a key must be a single value"),
          Map.entry("a: !x!y z\n", "f.yaml:1: is not valid YAML: found undefined tag handle"));

  @Test
  void eachMistakeIsToldInOnePlainLineWithItsPlace() {
    MISTAKES.forEach(
        (yaml, start) -> {
          Documents read = Documents.read(SourceText.file("f.yaml", yaml));
          assertThat(read.problems()).as(yaml).hasSize(1);
          assertThat(read.problems().get(0).toString())
              .as(yaml)
              .startsWith(start)
              .doesNotContain("\n", "in 'reader'", "Exception");
        });
  }

  @Test
  void aTemplateIsToldFromABrokenManifest() {
    String template =
        """
        {{- if .Values.on }}
        kind: Pod
        spec:
          n: {{ .Values.n }}
        {{- end }}
        ---
        a: {{ .Values.a }}
        ---
        b: 1
        """;

    Documents read = Documents.read(SourceText.file("charts/orders/templates/pod.yaml", template));

    assertThat(read.trees()).hasSize(1);
    assertThat(read.problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.toString())
                    .isEqualTo(
                        "charts/orders/templates/pod.yaml:1: looks like a Helm template that is not"
                            + " rendered yet ({{ … }}): give charts/orders instead, or pipe the output"
                            + " of `helm template` in"));
  }

  @Test
  void actionsInQuotesMakeNoTemplateOfABrokenManifest() {
    Documents read = Documents.read(SourceText.file("f.yaml", "a: \"{{ x }}\"\nb: [\n"));

    assertThat(read.problems().get(0).message()).startsWith("is not valid YAML");
    assertThat(Documents.read(SourceText.file("f.yaml", "a: \"{{ x }}\"\n")).problems()).isEmpty();
  }

  @Test
  void theProblemsOfAFileAreBounded() {
    Documents read = Documents.read(SourceText.file("f.yaml", "a: [\n---\n".repeat(1000)));

    assertThat(read.problems()).hasSize(21);
    assertThat(read.problems().get(20).message())
        .isEqualTo("980 more documents of this file could not be read");
  }

  @Test
  void whereReadingStopsIsTold() {
    Documents broken = Documents.read(SourceText.file("f", "a: [\n---\n".repeat(1005) + "b: 1\n"));
    assertThat(broken.trees()).isEmpty();
    assertThat(broken.problems().get(21))
        .hasToString(
            "f:2000: too many documents of this file can't be read; what follows here was not read");

    Limits limits = new Limits(1000, 20, 5, 1000, 5);
    Documents many = Documents.read(SourceText.file("f", "--- {a: 1}\n".repeat(10)), limits);
    assertThat(many.trees()).hasSize(6);
    assertThat(many.problems())
        .singleElement()
        .asString()
        .startsWith("f:6: the file has more than 5");
  }

  @Test
  void nestingIsBounded() {
    Limits limits = new Limits(1000, 1000, 5, 1000, 5);
    for (String open : new String[] {"[", "{\"a\":", "- ", "? "}) {
      SourceText deep = SourceText.file("f.yaml", open.repeat(8));
      assertThat(Documents.read(deep, limits).problems().get(0).message())
          .as(open)
          .isEqualTo("is nested deeper than 5 levels; no manifest is");
    }
    assertThat(Documents.read(SourceText.file("f", "[[[[[1]]]]]"), limits).problems()).isEmpty();
    assertThat(Documents.read(SourceText.file("f", "- - - - - 1"), limits).problems()).isEmpty();
  }

  @Test
  void textValuesAndPiecesAreBounded() {
    Limits limits = new Limits(1000, 10, 5, 100, 5);
    assertThat(problem("x".repeat(1001), limits)).startsWith("is larger than");
    assertThat(problem("a: " + "x".repeat(200), limits)).startsWith("a single value or comment");
    assertThat(problem("a: |\n" + "  xxx\n".repeat(50), limits)).startsWith("a single value");
    assertThat(problem("[\"" + "x".repeat(200) + "\"]", limits)).startsWith("a single value");
    assertThat(problem("[1,1,1,1,1,1,1,1,1,1,1]", limits))
        .startsWith("the file has more than 10 keys and values");
    assertThat(problem("- 1\n".repeat(11), limits)).startsWith("the file has more than 10 keys");
  }

  @Test
  void theBoundsFollowFromTheHeap() {
    assertThat(Limits.ofHeap(256L << 20))
        .isEqualTo(new Limits(32 << 20, 524_288, 200, 4 << 20, 20));
    assertThat(Limits.ofHeap(8L << 30))
        .isEqualTo(new Limits(64 << 20, 2_000_000, 200, 4 << 20, 20));
    assertThat(Limits.ofHeap(1).values()).isEqualTo(50_000);
  }

  private static String problem(String text, Limits limits) {
    return Documents.read(SourceText.file("f", text), limits).problems().get(0).message();
  }
}
