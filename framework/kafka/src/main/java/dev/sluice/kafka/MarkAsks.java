package dev.sluice.kafka;

import dev.sluice.time.Clock;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.TimeoutException;

/** Who waits until every partition carries the mark. Confined to the poll thread. */
final class MarkAsks {
  private record Ask(Promise<Void> written, long deadlineNanos) {}

  private final Kept kept;
  private final Clock clock;
  private final List<Ask> waiting = new ArrayList<>();

  MarkAsks(Kept kept, Clock clock) {
    this.kept = kept;
    this.clock = clock;
  }

  void add(Promise<Void> written, Duration within) {
    waiting.add(new Ask(written, clock.nanos() + within.toNanos()));
  }

  /** Answers those that have an answer now. */
  void turn() {
    if (waiting.isEmpty()) {
      return;
    }
    if (kept.marked()) {
      List<Ask> answered = List.copyOf(waiting);
      waiting.clear();
      answered.forEach(ask -> ask.written.tryComplete());
      return;
    }
    long now = clock.nanos();
    waiting.removeIf(
        ask ->
            ask.deadlineNanos - now < 0
                && ask.written.tryFail(new TimeoutException("the mark was not written in time")));
  }

  /** Nothing is written any more. */
  void abandon() {
    waiting.forEach(ask -> ask.written.tryFail(new TimeoutException("the consumer is closed")));
    waiting.clear();
  }
}
