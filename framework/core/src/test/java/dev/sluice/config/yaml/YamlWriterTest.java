package dev.sluice.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlWriterTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: 010\nb: '010'\nc: true\nd: 'true'\n",
        "a: {b: {c: [1, [2, [3]], {d: e, f: [g]}]}}\nh: []\ni: {}\n",
        "url: \"${DATABASE_URL:-postgres://u:p@h/d}\"\nplain: ${NAME}\n",
        "text: |\n  several\n  lines # kept\n\nfolded: >-\n  one\n  two\n",
        "plain: over\n  two lines\n\n  and a blank one\nlast: 1\n",
        "quoted: \"a \\\"b\\\" \\\\ \\t \\x07 \\u2028 \\U0001F600 é\"\n",
        "'on': 1\n'1': 2\n'a b': 3\n'- x': 5\n",
        "session.timeout.ms: 10000\n'~': 1\n'null': 2\n",
        "a: '# no comment'\nb: '- no list'\nc: 'x: y'\nd: ''\ne: ' blank '\n",
        "a:\nb: ~\n",
        "{}"
      })
  void readsBackWhatItWrote(String text) {
    YamlMap tree = YamlReader.document("p.yaml", text);

    YamlMap again = YamlReader.document("p.yaml", YamlWriter.write(tree));

    assertThat(bare(again)).isEqualTo(bare(tree));
  }

  @Test
  void leavesPlainValuesAndPlaceholdersReadable() {
    YamlMap tree = YamlReader.document("p.yaml", "a: {limit: 2m, url: \"${URL}\", topics: [x, y]}");

    assertThat(YamlWriter.write(tree))
        .isEqualTo("a:\n  limit: 2m\n  url: \"${URL}\"\n  topics:\n    - x\n    - y\n");
  }

  // The tree without lines and without the quoting of texts that can't be anything else.
  private static Object bare(YamlNode node) {
    if (node instanceof YamlScalar scalar) {
      boolean plain = scalar.plain() && scalar.text().indexOf('\n') < 0;
      return List.of(scalar.text(), plain);
    }
    if (node instanceof YamlList list) {
      return list.items().stream().map(YamlWriterTest::bare).toList();
    }
    return ((YamlMap) node)
        .entries().stream().map(entry -> List.of("key", entry.key(), bare(entry.value()))).toList();
  }
}
