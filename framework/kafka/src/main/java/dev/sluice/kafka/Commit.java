package dev.sluice.kafka;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * One commit as it is sent: settlements sorted into those of partitions that are still owned in
 * that generation and stale ones, and what is written with them. Of two for one partition the
 * farther one counts, so that a position never goes back.
 */
final class Commit {
  private final Map<TopicPartition, Kept.Entry> entries = new LinkedHashMap<>();
  private final List<Settlement> current = new ArrayList<>();
  private final List<Settlement> stale = new ArrayList<>();
  private final List<Settlement> withheld = new ArrayList<>();

  /** Marks only. */
  static Commit of(List<Kept.Entry> marks) {
    Commit commit = new Commit();
    marks.forEach(commit::add);
    return commit;
  }

  /** Settlements, without those whose states should be stored first and are not. */
  static Commit of(List<Settlement> settlements, Assignment assignment, Kept kept) {
    Commit commit = new Commit();
    for (Settlement settlement : settlements) {
      TopicPartition partition = assignment.partition(settlement.lane());
      if (partition == null) {
        commit.stale.add(settlement);
      } else {
        Optional<Kept.Entry> entry = kept.settled(partition, settlement);
        entry.ifPresent(commit::add);
        (entry.isPresent() ? commit.current : commit.withheld).add(settlement);
      }
    }
    return commit;
  }

  private void add(Kept.Entry entry) {
    entries.merge(entry.partition(), entry, (a, b) -> a.offset() > b.offset() ? a : b);
  }

  /** Writes marks along, but for partitions that are written anyway. */
  Commit with(List<Kept.Entry> marks) {
    marks.forEach(mark -> entries.putIfAbsent(mark.partition(), mark));
    return this;
  }

  /** Says of some partitions that their owner has left. */
  Commit leaving(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      entries.computeIfPresent(partition, (same, entry) -> entry.leaving());
    }
    return this;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  Collection<Kept.Entry> entries() {
    return entries.values();
  }

  /** The answer to the settlements. */
  SettleResult result(boolean committed) {
    if (committed) {
      return new SettleResult(current, stale, withheld);
    }
    List<Settlement> failed = new ArrayList<>(current);
    failed.addAll(withheld);
    return new SettleResult(List.of(), stale, failed);
  }
}
