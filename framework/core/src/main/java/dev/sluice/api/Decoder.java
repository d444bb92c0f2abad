package dev.sluice.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Turns a record's bytes into a value. Called on the event loop, once per record and try; must not
 * block and must be free of side effects. Bytes that do not decode are a property of the record:
 * throw, and the pipeline's {@code malformed} policy decides.
 *
 * @param <T> the decoded value
 */
@FunctionalInterface
public interface Decoder<T> {

  /**
   * Decodes one value.
   *
   * @param bytes the encoded value, or null for a record without one (a tombstone)
   * @return the value; may be null if the handler can live with it
   * @throws Exception when the bytes are not what this decoder reads
   */
  T decode(byte[] bytes) throws Exception;

  /** Leaves the bytes as they are; a record without a value decodes to null. */
  static Decoder<byte[]> bytes() {
    return bytes -> bytes;
  }

  /** Reads UTF-8; a record without a value decodes to null. */
  static Decoder<String> string() {
    return bytes -> bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * Reads one JSON document into a type with Jackson's defaults (unknown properties fail); a record
   * without a value decodes to null.
   *
   * @param type a type Jackson can bind, for example a record
   */
  static <T> Decoder<T> json(Class<T> type) {
    Objects.requireNonNull(type, "type");
    ObjectReader reader = new ObjectMapper().readerFor(type);
    return bytes -> bytes == null ? null : reader.readValue(bytes);
  }
}
