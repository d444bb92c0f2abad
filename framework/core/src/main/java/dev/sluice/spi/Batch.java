package dev.sluice.spi;

import dev.sluice.progress.Positions;
import dev.sluice.progress.ResumeState;
import java.util.List;
import java.util.Optional;

/**
 * Consecutive raw records of one lane as the client delivered them, never empty. Read-only and safe
 * to read from any thread; accessors by index, so that no object is made per record.
 */
public interface Batch extends Positions {

  /** Encoded key, or null. */
  byte[] key(int index);

  /** Encoded value, or null. */
  byte[] value(int index);

  /** The first header of that name, or empty. */
  Optional<byte[]> header(int index, String name);

  /**
   * All headers in their order; empty for a source without headers. Only asked for records that
   * leave the ordinary way, so it may make objects.
   */
  List<Header> headers(int index);

  /** The resume states that were kept with records of this batch; none by default. */
  default List<ResumeState> states() {
    return List.of();
  }

  /**
   * Where a record was read first, for one that has come again after a delay; empty for all others.
   * Only asked for records that leave the ordinary way.
   */
  default Optional<Origin> origin(int index) {
    return Optional.empty();
  }

  /**
   * What names a record among all of its pipeline's, whoever delivers it how often; empty when
   * positions name it, or when it has no name. Asked for records of an individual source that are
   * worked on in transactions; one without becomes a dead letter or stops its lane, as {@link
   * SourceProvider#deadLettersMissingIds} says.
   */
  default Optional<String> id(int index) {
    return Optional.empty();
  }

  /**
   * Which attempt this delivery of a record is; empty when the source does not count. Asked for
   * records that have failed: one that has a figure, of an individual source, is not tried again in
   * place once it stands alone, but settled with {@link dev.sluice.progress.Settlement.RetryLater}.
   */
  default Optional<Attempt> attempt(int index) {
    return Optional.empty();
  }

  /**
   * The positions of records that are tried each by itself, because what has become of them before
   * makes them suspect: what they do then concerns no other record. None by default.
   */
  default List<Long> alone() {
    return List.of();
  }

  /** What the record was published under, for a source that has topics. */
  default Optional<String> topic(int index) {
    return Optional.empty();
  }

  /** Milliseconds since the epoch, as the source says. */
  long timestamp(int index);

  /** Encoded size of key and value in bytes. */
  int bytes(int index);

  /** The sum of {@link #bytes(int)} from an index to before another. */
  default long bytes(int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += bytes(i);
    }
    return sum;
  }
}
