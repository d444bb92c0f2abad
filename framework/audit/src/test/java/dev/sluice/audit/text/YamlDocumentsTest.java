package dev.sluice.audit.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class YamlDocumentsTest {

  @Test
  void knowsThePlaceOfEachKeyAndValue() {
    Mapping top = (Mapping) one("# head\nkind: Pod\nspec:\n  containers:\n    - name: \"main\"\n");

    assertThat(top.entries().get(0).key().at()).isEqualTo(new Position("f.yaml", 2, 1));
    assertThat(top.scalar("kind").orElseThrow().at()).isEqualTo(new Position("f.yaml", 2, 7));
    Mapping container =
        top.sequence("spec", "containers").orElseThrow().mappings().findFirst().orElseThrow();
    Scalar name = container.scalar("name").orElseThrow();
    assertThat(name.at()).isEqualTo(new Position("f.yaml", 5, 13));
    assertThat(name.plain()).isFalse();
    assertThat(name.at()).hasToString("f.yaml:5");
  }

  @Test
  void readsEachDocumentAndPassesOverEmptyOnes() {
    Documents read =
        read("---\n# nothing\n---\na: 1\n---\n---\nnull\n--- # Source: x\nb: 2\n...\n# end\n");

    assertThat(read.problems()).isEmpty();
    assertThat(read.trees()).hasSize(2);
    assertThat(read.trees().get(1).scalar("b").orElseThrow().at())
        .isEqualTo(new Position("f.yaml", 9, 4));
  }

  @Test
  void takesDirectivesToTheDocumentBehindThem() {
    Documents read =
        read("%TAG !e! tag:e,2000:\n---\na: 1\n...\n%TAG !e! tag:e,2000:\n---\nb: !e!x 2\n");

    assertThat(read.problems()).isEmpty();
    assertThat(read.trees()).hasSize(2);
    assertThat(read.trees().get(1).scalar("b").orElseThrow().at().line()).isEqualTo(7);
  }

  @Test
  void aBrokenDocumentIsAProblemAndThoseAroundItAreRead() {
    Documents read = read("a: 1\n---\nb: [1, 2\nc: 3\n---\nd: 4\n---\ne: \"x\n---\nf: 6\n");

    assertThat(read.trees())
        .extracting(tree -> ((Mapping) tree).entries().get(0).key().text())
        .containsExactly("a", "d", "f");
    assertThat(read.problems()).hasSize(2);
    assertThat(read.problems().get(0).at().line()).isEqualTo(4);
    assertThat(read.problems().get(0).message())
        .isEqualTo(
            "is not valid YAML: a ',' or the end of the '[' that opens in line 3 is missing");
    assertThat(read.problems().get(1).message())
        .isEqualTo("is not valid YAML: the quotes that open in line 8 are never closed");
  }

  @Test
  void aMarkerInsideABlockIsText() {
    Documents read = read("data:\n  x: |\n    one\n    ---\n    two\nlast: 1\n");

    assertThat(read.problems()).isEmpty();
    assertThat(read.trees()).hasSize(1);
    assertThat(read.trees().get(0).text("data", "x")).contains("one\n---\ntwo\n");
  }

  @Test
  void theLinesOfABlockAreLinesOfTheFile() {
    for (String indicator : List.of("|", "|-", "|+", "|2", "|2-", "| # why", "!!str |", "&x |")) {
      SourceText text = block(indicator, "  first\n\n  third\n");

      assertThat(text.countable()).as(indicator).isTrue();
      assertThat(text.content()).as(indicator).startsWith("first\n\nthird");
      assertThat(text.at(1)).as(indicator).isEqualTo(new Position("f.yaml", 4, 1));
      assertThat(text.at(3)).as(indicator).isEqualTo(new Position("f.yaml", 6, 1));
    }
  }

  @Test
  void emptyLinesAtTheTopOfABlockCount() {
    SourceText text = block("|", "\n\n  third\n");

    assertThat(text.content()).isEqualTo("\n\nthird\n");
    assertThat(text.at(3).line()).isEqualTo(6);
  }

  @Test
  void foldedAndQuotedTextsHaveNoLines() {
    assertThat(block(">", "  a\n  b\n").countable()).isFalse();
    assertThat(block(">-", "  a\n  b\n").at(2).line()).isEqualTo(4);
    assertThat(block("\"a\\nb\"", "").countable()).isFalse();
    assertThat(block("\"a\\nb\"", "").at(2).line()).isEqualTo(3);
    assertThat(block("'a'", "").at(1)).isEqualTo(new Position("f.yaml", 3, 5));
  }

  @Test
  void aDocumentInABlockIsPlacedInTheOuterFile() {
    SourceText inner = block("|", "  x:\n    y: 1\n");

    Tree tree = Documents.read(inner).trees().get(0);

    assertThat(tree.scalar("x", "y").orElseThrow().at().line()).isEqualTo(5);
    assertThat(Documents.read(block("\"a: [\"", "")).problems().get(0).at().line()).isEqualTo(3);
  }

  @Test
  void plainValuesAreToldFromQuotedOnes() {
    Mapping top = (Mapping) one("a: 90\nb: \"90\"\nc: '90'\nd: !!str 90\ne: |\n  90\nf: ~\ng:\n");

    assertThat(top.entries())
        .extracting(entry -> ((Scalar) entry.value()).plain())
        .containsExactly(true, false, false, false, false, true, true);
    assertThat(top.text("f")).isEmpty();
    assertThat(top.text("g")).isEmpty();
  }

  @Test
  void ofDoubledKeysTheLastCountsInSmallAndLargeMappings() {
    assertThat(one("a: 1\nb: 2\na: 3\n").text("a")).contains("3");
    String large = "k1: 1\nk2: 1\nk3: 1\nk4: 1\nk5: 1\nk6: 1\nk7: 1\nk8: 1\nk1: 2\n";
    assertThat(one(large).text("k1")).contains("2");
    assertThat(one(large).text("k9")).isEmpty();
  }

  @Test
  void carriageReturnsAndByteOrderMarksAreNoContent() {
    Documents read = read("\uFEFFa: 1\r\n---\r\nb: |\r\n  x\r\n  y\r\n");

    assertThat(read.problems()).isEmpty();
    assertThat(read.trees().get(0).text("a")).contains("1");
    Scalar block = read.trees().get(1).scalar("b").orElseThrow();
    assertThat(block.text()).isEqualTo("x\ny\n");
    assertThat(block.source("n").at(2).line()).isEqualTo(5);
  }

  @Test
  void lettersBeyondTheBasicPlaneAreKeptWhole() {
    Mapping top =
        (Mapping)
            one("a: \"\uD83D\uDE00 x\" # \uD83D\uDE00\nb: \"\\U0001F600\"\nc: \uD83D\uDE00\n");

    assertThat(top.text("a")).contains("\uD83D\uDE00 x");
    assertThat(top.text("b")).contains("\uD83D\uDE00");
    assertThat(top.text("c")).contains("\uD83D\uDE00");
  }

  @Test
  void rareLineEndsMakeBlocksUncountable() {
    Mapping top = (Mapping) one("a: |\n  x\u0085  y\nb: 1\n");

    assertThat(top.scalar("a").orElseThrow().source("n").countable()).isFalse();
    assertThat(top.scalar("b").orElseThrow().at().line()).isEqualTo(3);
  }

  private static SourceText block(String indicator, String lines) {
    Tree tree = one("a: 1\nb: 2\nx:  " + indicator + "\n" + lines);
    return tree.scalar("x").orElseThrow().source("inner");
  }

  private static Tree one(String yaml) {
    Documents read = read(yaml);
    assertThat(read.problems()).isEmpty();
    assertThat(read.trees()).hasSize(1);
    return read.trees().get(0);
  }

  private static Documents read(String yaml) {
    return Documents.read(SourceText.file("f.yaml", yaml));
  }
}
