package dev.sluice.spi;

import java.util.Optional;

/**
 * Consecutive raw records of one lane as the client delivered them, never empty. Read-only and safe
 * to read from any thread; accessors by index, so that no object is made per record.
 */
public interface Batch {

  /** How many records, at least 1. */
  int size();

  /** The position of the record at {@code index}. */
  long position(int index);

  /** The position after the last record: the next one to read, gaps included. */
  long nextPosition();

  /** Encoded key, or null. */
  byte[] key(int index);

  /** Encoded value, or null. */
  byte[] value(int index);

  /** The first header of that name, or empty. */
  Optional<byte[]> header(int index, String name);

  /** Milliseconds since the epoch, as the source says. */
  long timestamp(int index);

  /** Encoded size of key and value in bytes. */
  int bytes(int index);
}
