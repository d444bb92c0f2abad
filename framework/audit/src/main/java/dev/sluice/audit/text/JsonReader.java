package dev.sluice.audit.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Builds trees of JSON from the parser's tokens. One use, one thread. */
final class JsonReader {
  private final Placing placing;
  private final Slice slice;
  private final Values values;
  private final JsonParser parser;
  // Where the parser's first line begins; only there its columns are shifted.
  private final int firstColumn;

  private JsonReader(Placing placing, Slice slice, Values values, JsonParser parser, int column) {
    this.placing = placing;
    this.slice = slice;
    this.values = values;
    this.parser = parser;
    this.firstColumn = column;
  }

  /**
   * Adds the documents of a slice: one, or several one after the other.
   *
   * @param trees gets those before a broken one too
   */
  static void read(Placing placing, Slice slice, Values values, Limits limits, List<Tree> trees)
      throws UnreadableText {
    int from = slice.firstValue();
    Slice json = behindMarker(slice, from);
    int column = from - json.from();
    JsonFactory factory = factory(limits);
    try (JsonParser parser =
        factory.createParser(json.content().substring(json.from() + column, json.to()))) {
      JsonReader reader = new JsonReader(placing, json, values, parser, column);
      for (JsonToken token = reader.next(); token != null; token = reader.next()) {
        trees.add(reader.document(token));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonFactory factory(Limits limits) {
    StreamReadConstraints constraints =
        StreamReadConstraints.builder()
            .maxDocumentLength(limits.text())
            .maxNestingDepth(limits.nesting() + 2)
            .maxStringLength(limits.piece())
            .maxNameLength(limits.piece())
            .maxNumberLength(1000)
            .build();
    return JsonFactory.builder()
        .streamReadConstraints(constraints)
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .build();
  }

  // The lines before the first value stay counted.
  private static Slice behindMarker(Slice slice, int first) {
    int line = slice.line();
    int lineStart = slice.from();
    for (int i = slice.from(); i < first; i++) {
      if (slice.content().charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new Slice(slice.content(), lineStart, slice.to(), line);
  }

  private Tree document(JsonToken token) throws UnreadableText, IOException {
    long before = values.count();
    try {
      return value(token, 0);
    } catch (UnreadableText e) {
      values.backTo(before);
      throw e;
    }
  }

  private Tree value(JsonToken token, int depth) throws UnreadableText, IOException {
    Position at = at(parser.currentTokenLocation());
    values.add(at);
    values.nest(at, depth);
    if (token == JsonToken.START_OBJECT) {
      return object(at, depth);
    }
    if (token == JsonToken.START_ARRAY) {
      return array(at, depth);
    }
    return Scalar.of(at, text(at), token != JsonToken.VALUE_STRING);
  }

  private Mapping object(Position at, int depth) throws UnreadableText, IOException {
    List<Mapping.Entry> entries = new ArrayList<>();
    while (next() != JsonToken.END_OBJECT) {
      Position keyAt = at(parser.currentTokenLocation());
      values.add(keyAt);
      Scalar key = Scalar.of(keyAt, text(keyAt), false);
      entries.add(new Mapping.Entry(key, value(next(), depth + 1)));
    }
    return new Mapping(at, entries);
  }

  private Sequence array(Position at, int depth) throws UnreadableText, IOException {
    List<Tree> items = new ArrayList<>();
    for (JsonToken token = next(); token != JsonToken.END_ARRAY; token = next()) {
      items.add(value(token, depth + 1));
    }
    return new Sequence(at, items);
  }

  private JsonToken next() throws UnreadableText, IOException {
    try {
      return parser.nextToken();
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  private String text(Position at) throws UnreadableText, IOException {
    try {
      return values.pooled(parser.getText());
    } catch (StreamConstraintsException e) {
      throw new UnreadableText(at, tooLong());
    } catch (JsonProcessingException e) {
      throw unreadable(e);
    }
  }

  private UnreadableText unreadable(JsonProcessingException e) {
    Position at = at(e.getLocation() == null ? parser.currentLocation() : e.getLocation());
    if (e instanceof JsonEOFException) {
      return new UnreadableText(at, "is not valid JSON: it ends in the middle of a value");
    }
    if (e instanceof StreamConstraintsException) {
      return new UnreadableText(at, tooLong());
    }
    String message = e.getOriginalMessage();
    int source = message.indexOf("[Source");
    String words = source < 0 ? message : message.substring(0, source);
    return new UnreadableText(at, "is not valid JSON: " + Characters.oneLine(words));
  }

  private static String tooLong() {
    return "a single value is longer than 4 MiB; what Kubernetes stores ends at 1.5 MiB";
  }

  private Position at(JsonLocation location) {
    int line = location.getLineNr() - 1;
    int column = location.getColumnNr() - 1 + (line == 0 ? firstColumn : 0);
    return placing.at(slice.line() + line, column);
  }
}
