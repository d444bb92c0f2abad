package dev.sluice.kafka;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.time.Clock;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.event.Level;

/**
 * A settle of the engine, or marks alone, on its way to be committed. Confined to the poll thread.
 */
final class CommitAttempt {
  final List<Settlement> settlements;
  final Promise<SettleResult> answer;
  final Set<TopicPartition> committed = new HashSet<>();
  private final long deadlineNanos;

  Stowage stowage;
  boolean tried;
  boolean doubted;
  boolean inFlight;
  long notBeforeNanos;

  /**
   * @param settlements empty for marks alone
   */
  CommitAttempt(
      List<Settlement> settlements,
      Promise<SettleResult> answer,
      long deadlineNanos,
      long nowNanos) {
    this.settlements = settlements;
    this.answer = answer;
    this.deadlineNanos = deadlineNanos;
    this.notBeforeNanos = nowNanos;
  }

  /** Marks alone are nobody's promise: they give way, and are written again. */
  boolean marksOnly() {
    return settlements.isEmpty();
  }

  /** How loud its troubles are told. */
  Level troubleLevel() {
    return marksOnly() ? Level.DEBUG : Level.WARN;
  }

  /** What is left of its time, negative when it is over. */
  Duration left(Clock clock) {
    return Duration.ofNanos(deadlineNanos - clock.nanos());
  }
}
