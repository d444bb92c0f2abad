package dev.sluice.progress;

/**
 * Where consecutive records of one lane stand: strictly increasing positions, gaps allowed. Never
 * empty, read-only, safe to read from any thread.
 */
public interface Positions {

  /** How many records, at least 1. */
  int size();

  /** The position of the record at {@code index}. */
  long position(int index);

  /** The position after the last record: the next one to read, gaps included. */
  long nextPosition();
}
