package dev.sluice.kafka;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Settlements as a commit sees them: those of lanes that are owned in that generation, as next
 * positions of their partitions, and the stale rest. Confined to the poll thread.
 */
final class Sorted {
  /**
   * A broker writes what one request commits as one batch, which must fit into a message of the
   * offsets topic: 1 MiB unless changed.
   */
  private static final int MOST_BYTES = 512 << 10;

  /** The group, the framing and the numbers of one position, generously. */
  private static final int POSITION_BYTES = 256;

  private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
  private final List<Owned> current = new ArrayList<>();
  private final List<Settlement> stale = new ArrayList<>();

  private record Owned(Settlement settlement, TopicPartition partition) {}

  Sorted(List<Settlement> settlements, Assignment assignment) {
    for (Settlement settlement : settlements) {
      TopicPartition partition = assignment.partition(settlement.lane());
      if (partition == null) {
        stale.add(settlement);
      } else {
        current.add(new Owned(settlement, partition));
        offsets.merge(partition, offset(settlement), (a, b) -> a.offset() > b.offset() ? a : b);
      }
    }
  }

  private static OffsetAndMetadata offset(Settlement settlement) {
    String metadata =
        settlement instanceof Settlement.Done done
            ? DoneBeyond.write(done.next(), done.carried().beyond())
            : "";
    return new OffsetAndMetadata(settlement.next(), metadata);
  }

  /** As much as one request may carry of what is not committed yet; empty when all is. */
  Map<TopicPartition, OffsetAndMetadata> slice(Set<TopicPartition> committed) {
    Map<TopicPartition, OffsetAndMetadata> slice = new HashMap<>();
    int bytes = 0;
    for (Map.Entry<TopicPartition, OffsetAndMetadata> each : offsets.entrySet()) {
      if (!committed.contains(each.getKey())) {
        bytes += POSITION_BYTES + each.getKey().topic().length();
        bytes += each.getValue().metadata().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES && !slice.isEmpty()) {
          return slice;
        }
        slice.put(each.getKey(), each.getValue());
      }
    }
    return slice;
  }

  /** The topics whose positions are to be committed. */
  Set<String> topics() {
    Set<String> topics = new TreeSet<>();
    offsets.keySet().forEach(partition -> topics.add(partition.topic()));
    return topics;
  }

  /** The partitions of topics, as far as they are to be committed. */
  List<TopicPartition> partitionsOf(Set<String> topics) {
    return offsets.keySet().stream()
        .filter(partition -> topics.contains(partition.topic()))
        .toList();
  }

  /** What became of the settlements when these partitions, and no others, were committed. */
  SettleResult result(Collection<TopicPartition> committed) {
    List<Settlement> settled = new ArrayList<>();
    List<Settlement> failed = new ArrayList<>();
    current.forEach(
        each -> (committed.contains(each.partition()) ? settled : failed).add(each.settlement()));
    return new SettleResult(settled, stale, failed);
  }
}
