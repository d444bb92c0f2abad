package dev.sluice.api;

import java.util.Optional;

/**
 * One record and where it stands in its lane.
 *
 * @param <T> the decoded value
 */
public interface SourceRecord<T> {

  /** The decoded value; null for a record without one (a tombstone) when the decoder says so. */
  T value();

  /** The encoded key, or empty. The array must not be changed. */
  Optional<byte[]> key();

  /** The encoded value as it arrived, or empty for a tombstone. The array must not be changed. */
  Optional<byte[]> encodedValue();

  /** The first header of that name, or empty. The array must not be changed. */
  Optional<byte[]> header(String name);

  /** The lane this record stands in. */
  String lane();

  /** The record's own position in its lane (a Kafka offset). */
  long position();

  /** When the record was made, in milliseconds since the epoch, as the source says. */
  long timestamp();
}
