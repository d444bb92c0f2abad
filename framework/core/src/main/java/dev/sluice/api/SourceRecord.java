package dev.sluice.api;

/**
 * One record with its decoded value.
 *
 * @param <T> the decoded value
 */
public interface SourceRecord<T> extends EncodedRecord {

  /**
   * The decoded value; null for a record without one (a tombstone) when the decoder says so. {@link
   * #encodedValue()} tells a tombstone from a value that decodes to null.
   */
  T value();
}
