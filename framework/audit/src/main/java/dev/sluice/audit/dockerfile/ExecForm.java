package dev.sluice.audit.dockerfile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The JSON array of strings that makes an instruction an exec form. */
final class ExecForm {
  private static final JsonFactory JSON = new JsonFactory();

  private ExecForm() {}

  /** The strings; empty when it is no array of strings, which Docker then reads as a shell line. */
  static Optional<List<String>> read(String text) {
    if (!text.startsWith("[")) {
      return Optional.empty();
    }
    try (JsonParser parser = JSON.createParser(text)) {
      List<String> words = new ArrayList<>();
      parser.nextToken();
      while (parser.nextToken() == JsonToken.VALUE_STRING) {
        words.add(parser.getText());
      }
      boolean whole = parser.currentToken() == JsonToken.END_ARRAY && parser.nextToken() == null;
      return whole ? Optional.of(List.copyOf(words)) : Optional.empty();
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }
}
