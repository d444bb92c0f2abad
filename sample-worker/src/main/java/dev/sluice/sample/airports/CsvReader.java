package dev.sluice.sample.airports;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads records of comma-separated values (RFC 4180, in UTF-8) and knows at which byte each of them
 * ends. Quoted fields may hold commas, doubled quotes and line breaks. Blocks; one thread at a
 * time.
 */
final class CsvReader {
  private static final int END = -1;

  private final InputStream in;
  private long position;
  // A byte that was read too far.
  private int ahead = Integer.MIN_VALUE;

  /**
   * @param in buffered, at the beginning of a record; stays the caller's
   * @param position the number of that byte
   */
  CsvReader(InputStream in, long position) {
    this.in = in;
    this.position = position;
  }

  /** The number of the first byte that is not read. */
  long position() {
    return position;
  }

  /**
   * The next record's fields, or empty at the end of the file. A last line without a break counts.
   *
   * @throws IllegalArgumentException when quotes don't pair or bytes are not UTF-8
   */
  Optional<List<String>> next() throws IOException {
    if (peek() == END) {
      return Optional.empty();
    }
    List<String> fields = new ArrayList<>();
    while (true) {
      fields.add(peek() == '"' ? quoted() : plain());
      int after = read();
      if (after == ',') {
        continue;
      }
      if (after == '\r' && peek() == '\n') {
        after = read();
      }
      if (after != '\n' && after != END) {
        throw new IllegalArgumentException("has text behind a closing quote");
      }
      return Optional.of(fields);
    }
  }

  private String plain() throws IOException {
    ByteArrayOutputStream field = new ByteArrayOutputStream();
    for (int next = peek(); next != ',' && next != '\n' && next != '\r' && next != END; ) {
      field.write(read());
      next = peek();
    }
    return text(field);
  }

  private String quoted() throws IOException {
    ByteArrayOutputStream field = new ByteArrayOutputStream();
    read();
    while (true) {
      int next = read();
      if (next == END) {
        throw new IllegalArgumentException("has a quote that is never closed");
      }
      if (next != '"') {
        field.write(next);
      } else if (peek() == '"') {
        field.write(read());
      } else {
        return text(field);
      }
    }
  }

  private static String text(ByteArrayOutputStream bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("is not UTF-8", e);
    }
  }

  private int peek() throws IOException {
    if (ahead == Integer.MIN_VALUE) {
      ahead = in.read();
    }
    return ahead;
  }

  private int read() throws IOException {
    int next = peek();
    ahead = Integer.MIN_VALUE;
    if (next != END) {
      position++;
    }
    return next;
  }
}
