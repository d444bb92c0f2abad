package dev.sluice.postgres;

import dev.sluice.progress.LaneRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All lanes of the source: one for each kind, or one for all jobs. On the private loop only. */
final class JobsLanes {
  private final List<JobsLane> lanes;
  private String mark;

  JobsLanes(List<JobsLane> lanes) {
    this.lanes = List.copyOf(lanes);
  }

  /** The owner's mark that goes with each claim from now on. */
  void mark(String text) {
    mark = text;
  }

  /** The owner's mark, or null before there is one. */
  String mark() {
    return mark;
  }

  List<JobsLane> all() {
    return lanes;
  }

  /** The lane that is owned now as this one, if any is. */
  Optional<JobsLane> current(LaneRef ref) {
    return lanes.stream().filter(lane -> lane.ref().equals(ref)).findFirst();
  }

  /** What is claimed now in the lane that is owned as this one. */
  Optional<Claims> claims(LaneRef ref) {
    return current(ref).map(JobsLane::claims);
  }

  /** The rows of everything that is claimed now. */
  Set<Long> ids() {
    Set<Long> ids = new HashSet<>();
    lanes.forEach(lane -> ids.addAll(lane.claims().ids()));
    return ids;
  }

  /** Everything that is claimed now. */
  List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    lanes.forEach(lane -> claims.addAll(lane.claims().all()));
    return claims;
  }
}
