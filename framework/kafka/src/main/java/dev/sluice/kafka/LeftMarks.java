package dev.sluice.kafka;

import dev.sluice.progress.OwnerMark;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Which members say, with the marks of their lanes, that they have left. */
final class LeftMarks {
  private LeftMarks() {}

  /**
   * The names of static members all of whose marks say so.
   *
   * @param committed what the group has committed, with the marks
   */
  static Set<String> names(
      Collection<MemberDescription> members, Map<TopicPartition, OffsetAndMetadata> committed) {
    Set<String> names = new HashSet<>();
    for (MemberDescription member : members) {
      List<OwnerMark> marks =
          member.assignment().topicPartitions().stream()
              .map(committed::get)
              .filter(Objects::nonNull)
              .map(kept -> CommitMetadata.read(kept.offset(), kept.metadata()).mark())
              .flatMap(Optional::stream)
              .toList();
      member
          .groupInstanceId()
          .filter(name -> !marks.isEmpty())
          .filter(name -> marks.stream().allMatch(mark -> left(mark, name)))
          .ifPresent(names::add);
    }
    return names;
  }

  private static boolean left(OwnerMark mark, String name) {
    return mark.owner().equals(name)
        && (mark.phase() == OwnerMark.Phase.LEFT || mark.phase() == OwnerMark.Phase.CUT);
  }
}
