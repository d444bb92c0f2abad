package dev.sluice.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * Reads exactly one JSON document. What is ambiguous or beyond bounds is a malformed record:
 * nothing is guessed, and no record can make the loop read for long.
 *
 * @param <T> the decoded value
 */
final class JsonDecoder<T> implements Decoder<T> {
  static final int DEEPEST = 500;
  static final int LONGEST_NUMBER = 1000;
  static final int LONGEST_STRING = 20_000_000;

  private final ObjectReader reader;

  JsonDecoder(ObjectReader reader) {
    this.reader = reader;
  }

  static <T> JsonDecoder<T> of(Class<T> type) {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxStringLength(LONGEST_STRING)
                    .build())
            // Of two values under one name nobody knows which was meant.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    return new JsonDecoder<>(
        JsonMapper.builder(factory)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(type));
  }

  @Override
  public T decode(byte[] bytes) throws Exception {
    if (bytes == null) {
      return null;
    }
    T value = reader.readValue(bytes);
    if (value == null) {
      // A handler could not tell it from a tombstone.
      throw new IllegalArgumentException("the JSON document is null");
    }
    return value;
  }
}
