package dev.sluice.audit.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AliasesTest {
  private static final Limits SMALL = new Limits(1 << 20, 1000, 20, 1 << 16, 5);

  @Test
  void anAliasSharesItsTree() {
    Tree top = read("a: &x {k: 1}\nb: *x\n").trees().get(0);

    assertThat(top.mapping("b").orElseThrow()).isSameAs(top.mapping("a").orElseThrow());
  }

  @Test
  void anAliasCanBeAKeyAndAnAnchorBeGivenAnew() {
    Tree top = read("a: &x one\n*x : 2\nb: &x two\nc: *x\n").trees().get(0);

    assertThat(top.text("one")).contains("2");
    assertThat(top.text("c")).contains("two");
  }

  @Test
  void mergeKeysAreAppliedAndWhatStandsThereWins() {
    Tree top =
        read("""
                base: &b {x: 1, y: 2}
                other: &o {x: 9, z: 3}
                m:
                  y: 5
                  <<: *b
                n:
                  <<: [*b, *o]
                  w: 4
                """)
            .trees()
            .get(0);

    assertThat(top.text("m", "x")).contains("1");
    assertThat(top.text("m", "y")).contains("5");
    assertThat(top.text("n", "x")).contains("1");
    assertThat(top.text("n", "z")).contains("3");
    assertThat(top.text("n", "w")).contains("4");
    assertThat(top.scalar("m", "x").orElseThrow().at().line()).isEqualTo(1);
  }

  @Test
  void aQuotedMergeKeyIsAKey() {
    assertThat(read("\"<<\": {a: 1}\n").trees().get(0).text("<<", "a")).contains("1");
  }

  @Test
  void onlyMappingsCanBeMerged() {
    assertThat(problem("a:\n  <<: text\n"))
        .isEqualTo("f.yaml:2: '<<' merges a mapping or a list of mappings only");
    assertThat(problem("a:\n  <<: [{b: 1}, text]\n")).contains("merges a mapping");
  }

  @Test
  void anAliasWithoutAnAnchorIsAProblem() {
    assertThat(problem("a: 1\nb: *no\n"))
        .isEqualTo("f.yaml:2: alias *no has no anchor &no before it in this document");
  }

  @Test
  void anAnchorEndsWithItsDocument() {
    assertThat(read("a: &x 1\n---\nb: *x\n").problems()).hasSize(1);
  }

  @Test
  void anAliasInsideOfItsOwnAnchorIsAProblem() {
    assertThat(problem("a: &x\n  b: [1, *x]\n"))
        .isEqualTo("f.yaml:2: alias *x stands inside of what it refers to");
    assertThat(problem("a: &x {<<: *x}\n")).contains("stands inside");
  }

  @Test
  void expandedAliasesAreCountedAsOftenAsTheyAreUsed() {
    // 101 values behind &x: nine uses are 909, ten are 1,010.
    String anchor = "a: &x [" + "1,".repeat(100) + "]\nb: [";

    assertThat(Documents.read(file(anchor + "*x,".repeat(8) + "]\n"), SMALL).problems()).isEmpty();
    assertThat(Documents.read(file(anchor + "*x,".repeat(10) + "]\n"), SMALL).problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.message())
                    .startsWith("aliases expand to more than 1,000 values"));
  }

  @Test
  void mergedEntriesAreCountedTheSameWay() {
    StringBuilder yaml = new StringBuilder("a0: &a0 {" + "x: 1,".repeat(100) + "}\n");
    for (int i = 1; i <= 10; i++) {
      yaml.append("a").append(i).append(": {<<: *a0}\n");
    }

    assertThat(Documents.read(file(yaml.toString()), SMALL).problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.message()).startsWith("aliases expand"));
  }

  @Test
  void whatARefusedDocumentCountedIsFreeForTheOthers() {
    String bomb = "a: &x [" + "1,".repeat(100) + "]\nb: [" + "*x,".repeat(10) + "]\n";
    Documents read = Documents.read(file(bomb + "---\n" + bomb + "---\nlast: 1\n"), SMALL);

    assertThat(read.problems()).hasSize(2);
    assertThat(read.trees())
        .singleElement()
        .satisfies(t -> assertThat(t.text("last")).contains("1"));
  }

  private static String problem(String yaml) {
    Documents read = read(yaml);
    assertThat(read.problems()).hasSize(1);
    return read.problems().get(0).toString();
  }

  private static Documents read(String yaml) {
    return Documents.read(file(yaml));
  }

  private static SourceText file(String yaml) {
    return SourceText.file("f.yaml", yaml);
  }
}
