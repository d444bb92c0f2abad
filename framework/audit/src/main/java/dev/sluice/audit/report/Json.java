package dev.sluice.audit.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.sluice.audit.model.Origin;
import dev.sluice.audit.text.Position;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/** Writes JSON as a stream, with line feeds on every system. */
final class Json {
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");

  private Json() {}

  /** Writes one document. */
  @FunctionalInterface
  interface Body {
    void write(JsonGenerator out) throws IOException;
  }

  /** The document as text, ending with a line feed. */
  static String text(Body body) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
      printer.indentObjectsWith(INDENTER);
      printer.indentArraysWith(INDENTER);
      out.setPrettyPrinter(printer);
      body.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException("a string takes everything", e);
    }
    return text.append('\n').toString();
  }

  /** The fields {@code file}, {@code line} and {@code column} of an open object. */
  static void position(JsonGenerator out, Position at) throws IOException {
    out.writeStringField("file", at.file());
    out.writeNumberField("line", at.line());
    out.writeNumberField("column", at.column());
  }

  /** Where a figure comes from, in one word. */
  static String word(Origin origin) {
    if (origin instanceof Origin.Written) {
      return "file";
    }
    if (origin instanceof Origin.Defaulted) {
      return "default";
    }
    return origin instanceof Origin.Told ? "told" : "unknown";
  }

  /** A constant's name in small letters. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
