package dev.sluice.kafka;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commit of lanes that are taken away, inside the revoke callback: again and again until it is
 * done or its time is over. Confined to the poll thread.
 */
final class LastCommit {
  private static final Logger LOGGER = LoggerFactory.getLogger(LastCommit.class);

  private final CommitCalls calls;
  private final Kept kept;
  private final Clock clock;
  private final Runnable pause;

  /**
   * @param pause waits a little between two tries
   */
  LastCommit(CommitCalls calls, Kept kept, Clock clock, Runnable pause) {
    this.calls = calls;
    this.kept = kept;
    this.clock = clock;
    this.pause = pause;
  }

  /** The partitions that are committed within a time. */
  Set<TopicPartition> run(Commit commit, Duration within) {
    long deadline = clock.nanos() + within.toNanos();
    Set<TopicPartition> committed = new HashSet<>();
    Set<TopicPartition> over = new HashSet<>();
    Duration most = Commits.FIRST_TRY;
    while (true) {
      Commit.Slice slice = commit.slice(over);
      if (slice.isEmpty()) {
        return committed;
      }
      Duration left = Duration.ofNanos(deadline - clock.nanos());
      Exception failure = calls.sync(slice, left.compareTo(most) < 0 ? left : most);
      if (failure == null) {
        kept.acknowledged(slice.entries());
        committed.addAll(slice.wire().keySet());
        over.addAll(slice.wire().keySet());
      } else if (!calls.retriable(failure) || deadline - clock.nanos() <= Commits.PAUSE.toNanos()) {
        LOGGER.warn("the commit of a revoke failed: {}", failure.toString());
        return committed;
      } else {
        Set<String> missing = CommitCalls.doubtful(failure) ? calls.missing(commit) : Set.of();
        // Their lanes are on their way out: nobody will ever go on there.
        if (!over.addAll(commit.partitionsOf(missing))) {
          pause.run();
        }
        most = Commits.TRY;
      }
    }
  }
}
