package dev.sluice.api;

import com.fasterxml.jackson.databind.ObjectReader;
import java.util.Objects;

/**
 * Turns a record's bytes into a value. Called on the event loop, once per record and try; must not
 * block and must be free of side effects. Bytes that do not decode are a property of the record:
 * throw, and the pipeline's {@code malformed} policy decides. A decoder that needs the topic, the
 * key or headers is a {@link RecordDecoder}.
 *
 * <p>A handler's decoder is part of its code, named with it by {@link Handlers#named}: the type a
 * handler takes and the bytes it is made from change together, so there is nothing to look up.
 *
 * @param <T> the decoded value
 */
@FunctionalInterface
public interface Decoder<T> {

  /**
   * Decodes one value.
   *
   * @param bytes the encoded value, or null for a record without one (a tombstone); empty for an
   *     empty value
   * @return the value; may be null if the handler can live with it, also for bytes that are there
   * @throws Exception when the bytes are not what this decoder reads
   */
  T decode(byte[] bytes) throws Exception;

  /** Leaves the bytes as they are; a record without a value decodes to null. */
  static Decoder<byte[]> bytes() {
    return bytes -> bytes;
  }

  /**
   * Reads UTF-8; a record without a value decodes to null. Bytes that are not UTF-8 do not decode:
   * no character is put in their place.
   */
  static Decoder<String> string() {
    return new Utf8Decoder();
  }

  /**
   * Reads exactly one JSON document into a type, with Jackson's defaults but for these: anything
   * behind the document, a name that stands twice in an object, and the document {@code null} do
   * not decode. Unknown properties don't either; annotate the type with {@code
   * JsonIgnoreProperties(ignoreUnknown = true)} where writers may add some. Nesting beyond 500,
   * numbers beyond 1,000 characters and strings beyond 20 million don't decode. A record without a
   * value decodes to null.
   *
   * @param type a type Jackson can bind, for example a record
   */
  static <T> Decoder<T> json(Class<T> type) {
    return JsonDecoder.of(Objects.requireNonNull(type, "type"));
  }

  /**
   * Reads a JSON document as a reader of yours does; only the document {@code null} never decodes,
   * and a record without a value decodes to null.
   *
   * @param reader for the type; whatever it accepts is accepted
   */
  static <T> Decoder<T> json(ObjectReader reader) {
    return new JsonDecoder<>(Objects.requireNonNull(reader, "reader"));
  }

  /** A decoder of whole records, as a lambda. */
  static <T> Decoder<T> ofRecord(RecordDecoder<T> decoder) {
    return Objects.requireNonNull(decoder, "decoder");
  }
}
