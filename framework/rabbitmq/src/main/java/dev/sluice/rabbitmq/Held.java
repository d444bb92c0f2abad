package dev.sluice.rabbitmq;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * What of one channel has come and is not answered: to send a message again that has failed, and to
 * know for how long each is held. Safe from any thread.
 */
final class Held {
  private final TreeMap<Long, Deliveries> batches = new TreeMap<>();
  private long next = 1;

  synchronized void add(Deliveries arrived) {
    batches.put(arrived.firstTag(), arrived);
    next = arrived.nextTag();
  }

  /** The tag after the last that has come. */
  synchronized long next() {
    return next;
  }

  /** What holds a delivery that is not answered. */
  synchronized Optional<Deliveries> holding(long tag) {
    Map.Entry<Long, Deliveries> entry = batches.floorEntry(tag);
    return entry == null || tag >= entry.getValue().nextTag()
        ? Optional.empty()
        : Optional.of(entry.getValue());
  }

  /**
   * Forgets batches of which nothing is open any more.
   *
   * @param from the first tag that was answered just now
   * @param to the tag after the last
   * @param open tells of a tag whether it still is
   */
  synchronized void answered(long from, long to, LongPredicate open) {
    Long first = batches.floorKey(from);
    batches
        .subMap(first == null ? from : first, to)
        .values()
        .removeIf(batch -> LongStream.range(batch.firstTag(), batch.nextTag()).noneMatch(open));
  }

  /** What has come before a point in time and still has something open. */
  synchronized List<Deliveries> since(long nanos) {
    return batches.values().stream().filter(each -> each.arrivedNanos() - nanos <= 0).toList();
  }
}
