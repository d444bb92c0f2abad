package dev.sluice.kafka;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * One commit as it is sent: settlements sorted into those of partitions that are still owned in
 * that generation and stale ones, and what is written with them. Of two for one partition the
 * farther one counts, so that a position never goes back.
 */
final class Commit {
  /**
   * A broker writes what one request commits as one batch, which must fit into a message of the
   * offsets topic: 1 MiB unless changed.
   */
  private static final int MOST_BYTES = 512 << 10;

  /** The group, the framing and the numbers of one position, generously. */
  private static final int POSITION_BYTES = 256;

  private final Map<TopicPartition, Kept.Entry> entries = new LinkedHashMap<>();
  private final List<Owned> current = new ArrayList<>();
  private final List<Settlement> stale = new ArrayList<>();
  private final List<Settlement> withheld = new ArrayList<>();

  /** Settlements, without those whose states should be stored first and are not. */
  static Commit of(List<Settlement> settlements, Assignment assignment, Kept kept) {
    Commit commit = new Commit();
    for (Settlement settlement : settlements) {
      TopicPartition partition = assignment.partition(settlement.lane());
      if (partition == null) {
        commit.stale.add(settlement);
      } else {
        commit.add(settlement, partition, kept.settled(partition, settlement));
      }
    }
    return commit;
  }

  private void add(Settlement settlement, TopicPartition partition, Optional<Kept.Entry> entry) {
    if (entry.isPresent()) {
      current.add(new Owned(settlement, partition));
      add(entry.get());
    } else {
      withheld.add(settlement);
    }
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

  /** As much as one request may carry of what is not committed yet; empty when all is. */
  Slice slice(Set<TopicPartition> committed) {
    List<Kept.Entry> taken = new ArrayList<>();
    Map<TopicPartition, OffsetAndMetadata> wire = new HashMap<>();
    int bytes = 0;
    for (Kept.Entry entry : entries.values()) {
      if (!committed.contains(entry.partition())) {
        OffsetAndMetadata position = entry.wire();
        bytes += POSITION_BYTES + entry.partition().topic().length();
        bytes += position.metadata().length(); // of ASCII alone
        if (bytes > MOST_BYTES && !taken.isEmpty()) {
          break;
        }
        taken.add(entry);
        wire.put(entry.partition(), position);
      }
    }
    return new Slice(taken, wire);
  }

  /**
   * One request.
   *
   * @param entries what it carries
   * @param wire the same as the client takes it
   */
  record Slice(List<Kept.Entry> entries, Map<TopicPartition, OffsetAndMetadata> wire) {
    boolean isEmpty() {
      return entries.isEmpty();
    }
  }

  /** The topics whose positions are to be committed. */
  Set<String> topics() {
    Set<String> topics = new TreeSet<>();
    entries.keySet().forEach(partition -> topics.add(partition.topic()));
    return topics;
  }

  /** The partitions of topics, as far as they are to be committed. */
  List<TopicPartition> partitionsOf(Set<String> topics) {
    return entries.keySet().stream()
        .filter(partition -> topics.contains(partition.topic()))
        .toList();
  }

  /** What became of the settlements when these partitions, and no others, were committed. */
  SettleResult result(Set<TopicPartition> committed) {
    List<Settlement> settled = new ArrayList<>();
    List<Settlement> failed = new ArrayList<>(withheld);
    current.forEach(
        each -> (committed.contains(each.partition()) ? settled : failed).add(each.settlement()));
    return new SettleResult(settled, stale, failed);
  }

  private record Owned(Settlement settlement, TopicPartition partition) {}
}
