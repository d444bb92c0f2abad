package dev.sluice.audit.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonDocumentsTest {

  @Test
  void knowsThePlaceOfEachKeyAndValue() {
    Mapping top =
        (Mapping)
            read("{\n  \"kind\": \"Pod\",\n  \"n\": [90, 1.5, true, null]\n}\n").trees().get(0);

    assertThat(top.entries().get(0).key().at()).isEqualTo(new Position("f.json", 2, 3));
    Scalar kind = top.scalar("kind").orElseThrow();
    assertThat(kind.at()).isEqualTo(new Position("f.json", 2, 11));
    assertThat(kind.plain()).isFalse();
    assertThat(top.sequence("n").orElseThrow().scalars().map(Scalar::text))
        .containsExactly("90", "1.5", "true");
    assertThat(top.sequence("n").orElseThrow().items().get(0).at())
        .isEqualTo(new Position("f.json", 3, 9));
    assertThat(((Scalar) top.sequence("n").orElseThrow().items().get(0)).plain()).isTrue();
  }

  @Test
  void textsInJsonHaveNoLines() {
    Scalar text = read("{\"a\":\n \"x\\ny\"}").trees().get(0).scalar("a").orElseThrow();

    assertThat(text.text()).isEqualTo("x\ny");
    assertThat(text.source("n").at(2)).isEqualTo(new Position("f.json", 2, 2));
  }

  @Test
  void readsJsonBetweenMarkersAndOneAfterTheOther() {
    Documents read =
        read("\uFEFF {\"a\": 1} {\"b\": 2}\n---\n\n  {\"c\": 3}\n---\nd: 4\n--- {\"e\": 5}\n");

    assertThat(read.problems()).isEmpty();
    assertThat(read.trees()).hasSize(5);
    assertThat(read.trees().get(0).scalar("a").orElseThrow().at().line()).isEqualTo(1);
    assertThat(read.trees().get(2).scalar("c").orElseThrow().at())
        .isEqualTo(new Position("f.json", 4, 9));
    assertThat(read.trees().get(4).scalar("e").orElseThrow().at())
        .isEqualTo(new Position("f.json", 7, 11));
  }

  @Test
  void bracesOfYamlAreNotTakenForJson() {
    assertThat(read("{a: 1, b: [x, y]}\n").trees().get(0).text("a")).contains("1");
    assertThat(read("[a, b]\n").problems()).isEmpty();
    assertThat(read("{}\n").trees()).singleElement().isInstanceOf(Mapping.class);
  }

  @Test
  void aBrokenDocumentIsAProblemAndThoseAroundItAreRead() {
    Documents read = read("{\"a\": 1}\n---\n{\"b\":\n 2,}\n---\n{\"c\": [1\n---\n{\"d\": 4}\n");

    assertThat(read.trees()).hasSize(2);
    assertThat(read.problems()).hasSize(2);
    assertThat(read.problems().get(0).at().line()).isEqualTo(4);
    assertThat(read.problems().get(0).message())
        .startsWith("is not valid JSON: Unexpected character ('}'");
    assertThat(read.problems().get(1).message())
        .isEqualTo("is not valid JSON: it ends in the middle of a value");
  }

  @Test
  void aMistakeIsToldInOneLineWithoutTheParsersOwnContext() {
    for (String json :
        new String[] {
          "{\"a\": tru}", "{\"a\" 1}", "{\"a\": 01}", "{\"a\": \"x\ny\"}", "{\"a\": \"\\q\"}",
          "{\"a\": \"\u0000\"}", "{\"a\": 1}}", "{\"a\": -}", "[1 2]", "{\"a\": 1e}"
        }) {
      Documents read = read(json);
      assertThat(read.problems()).as(json).hasSize(1);
      assertThat(read.problems().get(0).message())
          .as(json)
          .startsWith("is not valid JSON: ")
          .doesNotContain("Source", "Exception", "StreamRead", "\n");
    }
  }

  private static Documents read(String json) {
    return Documents.read(SourceText.file("f.json", json));
  }
}
