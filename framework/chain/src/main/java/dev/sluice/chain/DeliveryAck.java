package dev.sluice.chain;

import java.time.Duration;

/**
 * How long a delivered message can stay unacked.
 *
 * @param limit the ceiling for one try
 * @param linger how long a partial chunk waits for more records
 * @param retryHeld time between tries during which messages stay unacked; zero when retries go
 *     through a delay queue
 * @param ackDelay how long finished acks are collected before they are sent
 * @param commit the budget to settle
 * @param queues how many are consumed, at least one; they share the chunks in flight
 * @param prefetch messages of each queue delivered ahead, at least one
 * @param chunkRecords records per chunk, at least one
 * @param chunksInFlight chunks worked on at once, at least one
 * @param ordered true for {@code ordering: key} and {@code lane}, where chunks may have to wait for
 *     one another
 */
public record DeliveryAck(
    Duration limit,
    Duration linger,
    Duration retryHeld,
    Duration ackDelay,
    Duration commit,
    int queues,
    int prefetch,
    int chunkRecords,
    int chunksInFlight,
    boolean ordered) {

  /**
   * Validates the counts.
   *
   * @throws InvalidDeclaration if one is below one
   */
  public DeliveryAck {
    requirePositive("queues", queues);
    requirePositive("prefetch", prefetch);
    requirePositive("chunk.records", chunkRecords);
    requirePositive("concurrency.chunks", chunksInFlight);
  }

  /**
   * Rounds of chunks until the last prefetched message has had its try. In order a queue has one
   * chunk in flight at most, and queues beyond the chunks in flight take turns.
   */
  public long waves() {
    long chunksEach = ceilDiv(prefetch, chunkRecords);
    return ordered
        ? Math.multiplyExact(chunksEach, ceilDiv(queues, chunksInFlight))
        : ceilDiv(Math.multiplyExact(chunksEach, (long) queues), chunksInFlight);
  }

  static long ceilDiv(long amount, long portion) {
    return Math.floorDiv(amount + portion - 1, portion);
  }

  private static void requirePositive(String key, int count) {
    if (count < 1) {
      throw new InvalidDeclaration(key + " must be at least 1, not " + count);
    }
  }
}
