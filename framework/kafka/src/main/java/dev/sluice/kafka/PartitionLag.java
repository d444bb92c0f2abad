package dev.sluice.kafka;

import dev.sluice.progress.OwnerMark;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a group is in one partition.
 *
 * @param partition which
 * @param position the committed one, if there is one
 * @param doneBeyond how many positions beyond it are done, as the commit's metadata says
 * @param log what there is
 * @param lag how many positions are not done, counted from the beginning where there is no position
 * @param owner who reads it now
 * @param mark what the owner has left with its last commit
 */
record PartitionLag(
    TopicPartition partition,
    Optional<Long> position,
    long doneBeyond,
    LogRange log,
    long lag,
    Optional<MemberDescription> owner,
    Optional<OwnerMark> mark) {

  /**
   * Reckons.
   *
   * @param committed what the group has committed, or null
   */
  static PartitionLag of(
      TopicPartition partition,
      OffsetAndMetadata committed,
      LogRange log,
      Optional<MemberDescription> owner) {
    if (committed == null) {
      return new PartitionLag(
          partition,
          Optional.empty(),
          0,
          log,
          Math.max(0, log.end() - log.begin()),
          owner,
          Optional.empty());
    }
    long from = Math.max(committed.offset(), log.begin());
    long done = done(committed, from, log.end());
    return new PartitionLag(
        partition,
        Optional.of(committed.offset()),
        done(committed, committed.offset(), Long.MAX_VALUE),
        log,
        Math.max(0, log.end() - from - done),
        owner,
        CommitMetadata.read(committed.offset(), committed.metadata()).mark());
  }

  /** How many positions between two are done, though they stand beyond the committed one. */
  static long done(OffsetAndMetadata committed, long from, long to) {
    return CommitMetadata.read(committed.offset(), committed.metadata()).beyond().stream()
        .mapToLong(each -> Math.min(each.next(), to) - Math.max(each.from(), from))
        .filter(length -> length > 0)
        .sum();
  }

  /** What is unusual about it; empty when nothing is. */
  Optional<String> note() {
    if (position.isEmpty()) {
      return Optional.of("no position: begins at the oldest record");
    }
    if (position.get() < log.begin()) {
      return Optional.of("out of range: the log begins at " + log.begin());
    }
    if (position.get() > log.end()) {
      return Optional.of("out of range: the log ends before it");
    }
    return owner.isPresent() ? Optional.empty() : mark.map(PartitionLag::last);
  }

  private static String last(OwnerMark mark) {
    return "last owner " + mark.owner() + ": " + mark.phase().name().toLowerCase(Locale.ROOT);
  }
}
