package dev.sluice.kafka;

import dev.sluice.progress.Carried;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What the group keeps of each partition of this member, as last acknowledged, and whether it
 * carries the member's mark. Whatever is committed is made here, so that a mark never goes without
 * the position and a position never without the mark. Confined to the poll thread.
 */
final class Kept {
  private final Map<TopicPartition, Entry> points = new HashMap<>();
  private final Set<TopicPartition> unmarked = new LinkedHashSet<>();
  private final StoredStates stored;
  private OwnerMark mark;
  private long version;

  Kept(StoredStates stored) {
    this.stored = stored;
  }

  /**
   * One partition's part of a commit: what will be kept once it is acknowledged.
   *
   * @param stored the id under which the states are stored, when they are too large
   * @param version of the mark
   */
  record Entry(
      TopicPartition partition,
      long offset,
      Carried carried,
      Optional<String> stored,
      OwnerMark mark,
      long version) {

    OffsetAndMetadata wire() {
      CommitMetadata metadata =
          new CommitMetadata(
              carried.beyond(),
              Optional.ofNullable(mark),
              stored.isPresent() ? List.of() : carried.states(),
              stored);
      return new OffsetAndMetadata(offset, metadata.write(offset));
    }

    /** The same with the mark of a member that has left. */
    Entry leaving() {
      OwnerMark left = mark == null ? null : mark.left(true);
      return new Entry(partition, offset, carried, stored, left, version);
    }
  }

  /** A partition is this member's, and this is what the group keeps of it. */
  void opened(TopicPartition partition, ResumePoint at) {
    Optional<String> id = stored.id(partition, at.carried().states());
    points.put(partition, new Entry(partition, at.position(), at.carried(), id, null, 0));
    if (mark != null) {
      unmarked.add(partition);
    }
  }

  /** Partitions are not this member's any more. */
  void forget(Collection<TopicPartition> partitions) {
    partitions.forEach(points::remove);
    partitions.forEach(stored::forget);
    unmarked.removeAll(partitions);
  }

  /** The mark of this member from now on, to be written to every partition, once more if it is. */
  void mark(OwnerMark now) {
    mark = now;
    version++;
    unmarked.addAll(points.keySet());
  }

  /** What is kept of the partitions that don't carry the present mark, with that mark. */
  List<Entry> unmarked() {
    return unmarked.stream().map(this::again).toList();
  }

  /** Whether every partition carries the present mark. */
  boolean marked() {
    return unmarked.isEmpty();
  }

  /**
   * What is kept of partitions, with the present mark; nothing of those that are not owned, and
   * nothing while there is no mark.
   */
  List<Entry> again(Collection<TopicPartition> partitions) {
    return mark == null
        ? List.of()
        : partitions.stream().filter(points::containsKey).map(this::again).toList();
  }

  private Entry again(TopicPartition partition) {
    Entry point = points.get(partition);
    return new Entry(partition, point.offset, point.carried, point.stored, mark, version);
  }

  /**
   * A settled position with the present mark.
   *
   * @return empty when its states are too large to travel with it and are not stored
   */
  Optional<Entry> settled(TopicPartition partition, Settlement settlement) {
    Carried carried = settlement instanceof Settlement.Done done ? done.carried() : Carried.NONE;
    Optional<String> id = Optional.empty();
    if (stored.tooLarge(carried.states())) {
      id = stored.id(partition, carried.states());
      if (id.isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.of(new Entry(partition, settlement.next(), carried, id, mark, version));
  }

  /** The group has acknowledged entries. */
  void acknowledged(Collection<Entry> entries) {
    for (Entry entry : entries) {
      // What has been lost meanwhile is not kept by this member.
      Entry kept = points.computeIfPresent(entry.partition, (same, last) -> later(last, entry));
      if (kept == null) {
        continue;
      }
      if (entry.version == version) {
        unmarked.remove(entry.partition);
      }
      stored.acknowledged(entry.partition, kept.stored);
    }
  }

  private static Entry later(Entry last, Entry acknowledged) {
    return acknowledged.offset < last.offset ? last : acknowledged;
  }
}
