package dev.sluice.audit.diagnose;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The scalars of a JSON object on one line, by their path: {@code phases.tookMs}. */
final class JsonLine {
  private static final int NESTING = 16;
  private static final int VALUES = 10_000;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(NESTING).build())
          .build();

  private final Map<String, List<String>> values = new HashMap<>();

  private JsonLine() {}

  /** The object a text begins with; what follows it is not read. Empty when there is none. */
  static Optional<JsonLine> read(String text) {
    if (!text.startsWith("{")) {
      return Optional.empty();
    }
    JsonLine line = new JsonLine();
    try (JsonParser parser = FACTORY.createParser(text)) {
      return line.fill(parser) ? Optional.of(line) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // a line that only looks like JSON is no evidence
    }
  }

  Optional<String> text(String path) {
    return Optional.ofNullable(values.get(path)).map(all -> all.get(all.size() - 1));
  }

  OptionalLong number(String path) {
    Optional<String> text = text(path);
    return text.isPresent() ? whole(text.get()) : OptionalLong.empty();
  }

  /** All numbers at a path, for a list of objects one each. */
  List<Long> numbers(String path) {
    return values.getOrDefault(path, List.of()).stream()
        .map(JsonLine::whole)
        .filter(OptionalLong::isPresent)
        .map(OptionalLong::getAsLong)
        .toList();
  }

  private boolean fill(JsonParser parser) throws IOException {
    List<String> path = new ArrayList<>();
    int count = 0;
    int depth = 0;
    JsonToken token;
    while ((token = parser.nextToken()) != null) {
      if (token.isStructStart()) {
        depth++;
        if (token == JsonToken.START_OBJECT) {
          path.add("");
        }
      } else if (token.isStructEnd()) {
        depth--;
        if (token == JsonToken.END_OBJECT) {
          path.remove(path.size() - 1);
        }
        if (depth == 0) {
          return true;
        }
      } else if (token == JsonToken.FIELD_NAME) {
        path.set(path.size() - 1, parser.currentName());
      } else if (++count <= VALUES) {
        values
            .computeIfAbsent(String.join(".", path), key -> new ArrayList<>())
            .add(parser.getText());
      }
    }
    return false;
  }

  private static OptionalLong whole(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
