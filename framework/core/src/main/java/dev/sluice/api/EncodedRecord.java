package dev.sluice.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One record as it arrived: bytes, and where it stands. What a {@link RecordDecoder} reads, and the
 * part of a {@link SourceRecord} that does not depend on decoding. Readable from any thread.
 */
public interface EncodedRecord {

  /** The encoded key, or empty for a record without one. The array must not be changed. */
  Optional<byte[]> key();

  /** The encoded value as it arrived, or empty for a tombstone. The array must not be changed. */
  Optional<byte[]> encodedValue();

  /**
   * The first header of that name, or empty when there is none or it has no value. The array must
   * not be changed.
   */
  Optional<byte[]> header(String name);

  /**
   * All headers in their order; names may repeat, and a value may be null. Makes objects at each
   * call. The arrays must not be changed.
   */
  default List<Map.Entry<String, byte[]>> headers() {
    return List.of();
  }

  /** What the record was published under (a Kafka topic), where the source has such. */
  default Optional<String> topic() {
    return Optional.empty();
  }

  /** The lane this record stands in. */
  String lane();

  /** The record's own position in its lane (a Kafka offset). */
  long position();

  /**
   * Where the record was first read, as {@code lane/position}: the same when it comes again, after
   * a restart or from a retry topic, and the id of its dead letter. For a source that numbers its
   * positions anew, as claims of jobs and deliveries of messages are, it holds for this delivery
   * only.
   */
  default String id() {
    return lane() + "/" + position();
  }

  /** When the record was made, in milliseconds since the epoch, as the source says. */
  long timestamp();
}
