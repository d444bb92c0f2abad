package dev.sluice.kafka;

import dev.sluice.spi.InstanceIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.MemberDescription;

/**
 * Which static members of a group are beyond the replicas wanted and surely gone. A pod that is
 * told to stop can't tell a scale-down from a restart, so it stays a member; the ones that live on
 * know.
 *
 * <p>Under the broker-side protocol a member that has stopped is marked as away. The classic
 * protocol tells nobody: there only members count that were in the group when this worker began to
 * look (the replicas wanted change with a restart of every worker, so a member that comes later
 * knows better), and only when the marks of their lanes have said twice that they have left, or
 * after a stop of theirs must have ended.
 */
final class SurplusMembers {
  private final InstanceIdentity own;
  private final Duration stopTakesAtMost;
  private final Map<String, Suspect> suspects = new HashMap<>();
  private boolean looked;

  private record Suspect(String memberId, long sinceNanos, boolean left) {}

  /**
   * @param own this worker, with the replicas wanted
   * @param stopTakesAtMost how long a worker may go on after it was told to stop
   */
  SurplusMembers(InstanceIdentity own, Duration stopTakesAtMost) {
    this.own = own;
    this.stopTakesAtMost = stopTakesAtMost;
  }

  /** Whether there is anybody whose marks are worth a look. */
  boolean marksMatter(Collection<MemberDescription> members) {
    return members.stream()
        .filter(member -> member.memberEpoch().isEmpty())
        .anyMatch(member -> own.isSurplus(member.groupInstanceId().orElse("")));
  }

  /**
   * The names to remove.
   *
   * @param members the group's members now
   * @param left who says to have left
   */
  List<String> gone(Collection<MemberDescription> members, Set<String> left, long nowNanos) {
    List<String> gone = new ArrayList<>();
    Map<String, Suspect> still = new HashMap<>();
    for (MemberDescription member : members) {
      String name = member.groupInstanceId().orElse("");
      if (!own.isSurplus(name)) {
        continue;
      }
      if (member.memberEpoch().isPresent()) {
        if (GroupMembers.isAway(member)) {
          gone.add(name);
        }
      } else if (longGone(
          name, new Suspect(member.consumerId(), nowNanos, left.contains(name)), still)) {
        gone.add(name);
      }
    }
    suspects.clear();
    suspects.putAll(still);
    looked = true;
    return gone;
  }

  private boolean longGone(String name, Suspect now, Map<String, Suspect> still) {
    Suspect before = suspects.get(name);
    if (!looked) {
      still.put(name, now);
    } else if (before != null && before.memberId().equals(now.memberId())) {
      still.put(name, new Suspect(before.memberId(), before.sinceNanos(), now.left()));
      return (before.left() && now.left())
          || now.sinceNanos() - before.sinceNanos() >= stopTakesAtMost.toNanos();
    }
    // Whoever has joined meanwhile lives.
    return false;
  }
}
