package dev.sluice.chain;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a refusal: the sum, the binding link, the ways out. The chart's templates say the
 * same, and its tests compare the two.
 */
final class Refusals {
  private Refusals() {}

  static Finding graceTooSmall(Chain chain, Link fixed) {
    List<String> ways = new ArrayList<>();
    ways.add(
        "raise terminationGracePeriodSeconds to "
            + chain.graceSeconds()
            + " or more, or leave it out: it is computed");
    ways.addAll(lowerTheNeed(chain, chain.graceSeconds() - fixed.seconds()));
    return refusal(chain, "grace-override", fixed, ways);
  }

  static Finding nodeTooShort(Chain chain, Link cap) {
    List<String> ways = new ArrayList<>();
    ways.add(
        "raise what the nodes wait to "
            + chain.graceSeconds()
            + " s or more and declare that figure under node");
    ways.addAll(lowerTheNeed(chain, chain.graceSeconds() - cap.seconds()));
    ways.add(
        "run on other nodes, whose node.profile or node.limit leaves "
            + chain.graceSeconds()
            + " s");
    return refusal(chain, "node-cap", cap, ways);
  }

  static Finding refusal(Chain chain, String id, Link tooSmall, List<String> ways) {
    return refusal(id, tooSmall, chain.graceSeconds(), ChainSum.of(chain), ways);
  }

  static Finding refusal(String id, Link tooSmall, long needed, String sum, List<String> ways) {
    return new Finding(
        Severity.REFUSAL,
        id,
        "the shutdown chain does not fit: "
            + tooSmall.layer()
            + " "
            + tooSmall.seconds()
            + " < "
            + needed,
        List.of("sum: " + sum, "binding link: " + tooSmall),
        ways);
  }

  /** What each task would have to declare for the sum to become smaller by the excess. */
  static List<String> lowerTheNeed(Chain chain, long excess) {
    long fitting = chain.needSeconds() - excess;
    long ownGroup = chain.spec().supervisor().map(Supervisor::ownGroupSeconds).orElse(0L);
    if (fitting <= 0 || chain.stopwaitSeconds() - excess < ownGroup) {
      return List.of(
          "no limit is small enough: lower what surrounds it (shutdown.preStop, commit, close,"
              + " margin, other programs)");
    }
    List<String> ways = new ArrayList<>();
    for (TaskLimit task : chain.spec().tasks()) {
      if (Durations.ceilSeconds(task.need()) > fitting) {
        String key = "pipeline.limits." + task.name();
        if (task.checkpointEvery().isPresent()) {
          ways.add("lower " + key + ".checkpointEvery to " + fitting + "s or less");
        } else {
          ways.add("lower " + key + ".limit to " + fitting + "s or less");
          ways.add("declare " + key + ".checkpointEvery of at most " + fitting + "s");
        }
      }
    }
    return ways;
  }
}
