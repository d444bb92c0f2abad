package dev.sluice.config.yaml;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes a tree as block-style YAML that {@link YamlReader} reads back to the same tree. */
public final class YamlWriter {
  private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*");
  // Words that YAML 1.1 readers, Helm's among them, take for something else than text.
  private static final Set<String> WORDS =
      Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

  private final StringBuilder out = new StringBuilder();

  private YamlWriter() {}

  /** The document's text, ending with a line break. */
  public static String write(YamlMap document) {
    YamlWriter writer = new YamlWriter();
    if (document.entries().isEmpty()) {
      writer.out.append("{}\n");
    }
    writer.entries(document, 0);
    return writer.out.toString();
  }

  private void entries(YamlMap map, int indent) {
    for (YamlMap.Entry entry : map.entries()) {
      out.append(" ".repeat(indent)).append(key(entry.key())).append(':');
      value(entry.value(), indent + 2);
    }
  }

  private void value(YamlNode node, int indent) {
    if (node instanceof YamlScalar single) {
      out.append(' ').append(scalar(single)).append('\n');
    } else if (node instanceof YamlMap map) {
      out.append(map.entries().isEmpty() ? " {}\n" : "\n");
      entries(map, indent);
    } else {
      YamlList list = (YamlList) node;
      out.append(list.items().isEmpty() ? " []\n" : "\n");
      for (YamlNode item : list.items()) {
        out.append(" ".repeat(indent)).append('-');
        value(item, indent + 2);
      }
    }
  }

  private static String key(String key) {
    boolean plain =
        PLAIN_KEY.matcher(key).matches() && !WORDS.contains(key.toLowerCase(Locale.ROOT));
    return plain ? key : quoted(key);
  }

  private static String scalar(YamlScalar scalar) {
    // A plain text with line breaks came from several lines; it can be nothing but text.
    return scalar.plain() && scalar.text().indexOf('\n') < 0
        ? scalar.text()
        : quoted(scalar.text());
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
              } else if (c == '\n') {
                quoted.append("\\n");
              } else if (c == '\t') {
                quoted.append("\\t");
              } else if (c < 0x20 || (c >= 0x7f && c <= 0xa0)) {
                quoted.append(String.format("\\x%02x", c));
              } else if (c == 0x2028 || c == 0x2029 || c == 0xfeff) {
                quoted.append(String.format("\\u%04x", c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.append('"').toString();
  }
}
