package dev.sluice.rabbitmq;

import dev.sluice.progress.LaneRef;
import java.util.Optional;

/**
 * How the deliveries of one channel become records.
 *
 * @param ref the lane
 * @param queue that it consumes
 * @param base what is added to a delivery tag, which counts from 1 on every channel, so that no two
 *     records have the same position
 * @param keyHeader the header that is a record's key, if not its routing key
 * @param nameless what becomes of a message without an id
 * @param counts whether attempts travel with messages
 */
record LaneShape(
    LaneRef ref,
    String queue,
    long base,
    Optional<String> keyHeader,
    MissingId nameless,
    boolean counts) {
  private static final long FIRST_SECOND = 1_577_836_800L;
  private static final int TIME_SHIFT = 33;
  private static final int RANDOM_SHIFT = 13;

  /** How many numbers {@link #base(long, int)} tells apart within a second. */
  static final int RANDOM = 1 << 20;

  /**
   * A base that no other channel has: the second in which it was opened, counted from 2020, and a
   * random number for those that are opened in the same one.
   *
   * @param epochMillis now
   * @param random at least 0 and below {@link #RANDOM}
   */
  static long base(long epochMillis, int random) {
    return (epochMillis / 1000 - FIRST_SECOND) << TIME_SHIFT | (long) random << RANDOM_SHIFT;
  }

  long position(long tag) {
    return base + tag;
  }

  long tag(long position) {
    return position - base;
  }
}
