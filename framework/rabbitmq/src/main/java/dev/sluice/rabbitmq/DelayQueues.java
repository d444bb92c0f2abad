package dev.sluice.rabbitmq;

import dev.sluice.chain.Durations;
import dev.sluice.spi.SourceContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The queues in which messages wait for their next try, one for each pause, as pauses double from
 * the first to the longest. A queue for each, because a queue's messages leave it in their order: a
 * long pause would hold up a short one behind it. Pure.
 *
 * @param delays from the shortest to the longest; empty when retries happen in place
 */
record DelayQueues(List<Duration> delays) {

  /** Copies the list. */
  DelayQueues {
    delays = List.copyOf(delays);
  }

  /** Those of a pipeline: none when its order must be kept, for what waits elsewhere is passed. */
  static DelayQueues of(SourceContext context) {
    SourceContext.Work work = context.work();
    List<Duration> delays = new ArrayList<>();
    if (!work.ordered() && context.attempts() > 1) {
      Duration delay = work.firstPause().isZero() ? Duration.ofMillis(1) : work.firstPause();
      while (delay.compareTo(work.longestPause()) < 0 && delays.size() < context.attempts() - 2) {
        delays.add(delay);
        delay = delay.multipliedBy(2);
      }
      delays.add(delay.compareTo(work.longestPause()) < 0 ? delay : work.longestPause());
    }
    return new DelayQueues(delays);
  }

  /** Whether failed messages wait elsewhere. */
  boolean any() {
    return !delays.isEmpty();
  }

  /** The shortest delay that is not below a pause, else the longest there is. */
  Duration delay(Duration pause) {
    return delays.stream()
        .filter(each -> each.compareTo(pause) >= 0)
        .findFirst()
        .orElseGet(() -> delays.get(delays.size() - 1));
  }

  /** What the queue is called whose messages come back to a queue after a delay. */
  static String name(String queue, Duration delay) {
    return queue + ".retry." + Durations.print(delay);
  }

  /** The names of all that belong to a queue. */
  List<String> names(String queue) {
    return delays.stream().map(delay -> name(queue, delay)).toList();
  }
}
