package dev.sluice.kafka;

import dev.sluice.spi.InstanceIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.MemberDescription;

/**
 * Which static members of a group are beyond the replicas wanted and surely gone. A pod that is
 * told to stop can't tell a scale-down from a restart, so it stays a member; the ones that live on
 * know.
 *
 * <p>Under the broker-side protocol a member that has stopped is marked as away. The classic
 * protocol tells nobody: there only members count that were in the group when this worker began to
 * look (the replicas wanted change with a restart of every worker, so a member that comes later
 * knows better), and only after a stop of theirs must have ended.
 */
final class SurplusMembers {
  private final InstanceIdentity own;
  private final Duration stopTakesAtMost;
  private final Map<String, Suspect> suspects = new HashMap<>();
  private boolean looked;

  private record Suspect(String memberId, long sinceNanos) {}

  /**
   * @param own this worker, with the replicas wanted
   * @param stopTakesAtMost how long a worker may go on after it was told to stop
   */
  SurplusMembers(InstanceIdentity own, Duration stopTakesAtMost) {
    this.own = own;
    this.stopTakesAtMost = stopTakesAtMost;
  }

  /** The names to remove, given the group's members now. */
  List<String> gone(Collection<MemberDescription> members, long nowNanos) {
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
      } else if (longGone(name, member.consumerId(), nowNanos, still)) {
        gone.add(name);
      }
    }
    suspects.clear();
    suspects.putAll(still);
    looked = true;
    return gone;
  }

  private boolean longGone(
      String name, String memberId, long nowNanos, Map<String, Suspect> still) {
    Suspect before = suspects.get(name);
    if (!looked) {
      still.put(name, new Suspect(memberId, nowNanos));
    } else if (before != null && before.memberId().equals(memberId)) {
      still.put(name, before);
      return nowNanos - before.sinceNanos() >= stopTakesAtMost.toNanos();
    }
    // Whoever has joined meanwhile lives.
    return false;
  }
}
