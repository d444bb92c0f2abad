package dev.sluice.rabbitmq;

import dev.sluice.progress.LaneRef;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * How the deliveries of one channel become records.
 *
 * @param ref the lane
 * @param queue that it consumes
 * @param channel of which they are the deliveries
 * @param base what is added to a delivery tag, which counts from 1 on every channel, so that two
 *     records hardly ever have the same position
 * @param keyHeader the header that is a record's key, if not its routing key
 * @param nameless what becomes of a message without an id
 * @param counts whether attempts travel with messages
 */
record LaneShape(
    LaneRef ref,
    String queue,
    UUID channel,
    long base,
    Optional<String> keyHeader,
    MissingId nameless,
    boolean counts) {
  private static final long FIRST_DAY = 18_262;
  private static final int DAY_SHIFT = 48;

  /**
   * Where the positions of a channel begin: at the day on which it was opened, counted from 2020,
   * and a number of 48 random bits. Positive until 2109. Two channels of one day with a million
   * deliveries each have a position in common once in 140 million times; what must never be the
   * same takes {@link #unique(long)}.
   *
   * @param epochMillis now
   * @param channel random
   */
  static long base(long epochMillis, UUID channel) {
    long day = Duration.ofMillis(epochMillis).toDays() - FIRST_DAY;
    return day << DAY_SHIFT | channel.getMostSignificantBits() >>> (Long.SIZE - DAY_SHIFT);
  }

  /** Names one delivery of the queue, and no other one on any channel. */
  String unique(long tag) {
    return queue + "@" + channel + "/" + tag;
  }

  long position(long tag) {
    return base + tag;
  }

  long tag(long position) {
    return position - base;
  }
}
