package dev.sluice.api;

import java.util.List;

/**
 * Consecutive records of one lane, in order, never empty. Valid for as long as the try runs and
 * readable from any thread.
 *
 * @param <T> the decoded value of a record
 */
public interface Chunk<T> {

  /** The lane the records stand in, for example {@code flights-0} for a Kafka partition. */
  String lane();

  /** How many records the chunk has, at least 1. */
  int size();

  /** The sum of the encoded sizes of keys and values, in bytes. */
  long bytes();

  /**
   * The record at an index.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= index < size()}
   */
  SourceRecord<T> get(int index);

  /** The records as an unmodifiable list view; iterating makes one small view object per record. */
  List<SourceRecord<T>> records();

  /** How often this chunk was tried before, 0 on the first try. */
  int attempt();
}
