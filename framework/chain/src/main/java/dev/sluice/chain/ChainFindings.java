package dev.sluice.chain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The checks of a derived chain against an override and the node. */
final class ChainFindings {
  private ChainFindings() {}

  static List<Finding> of(Chain chain) {
    List<Finding> findings = new ArrayList<>();
    // Limits are above zero, so the grace is at least 1 and a cap of 0 never passes.
    long grace = chain.graceSeconds();
    chain
        .overrideLink()
        .filter(link -> link.seconds() < grace)
        .ifPresent(link -> findings.add(Refusals.graceTooSmall(chain, link)));
    chain
        .nodeLink()
        .filter(link -> link.seconds() < grace)
        .ifPresent(link -> findings.add(Refusals.nodeTooShort(chain, link)));
    if (findings.isEmpty()) {
      addHeadroom(chain, findings);
    }
    return List.copyOf(findings);
  }

  private static void addHeadroom(Chain chain, List<Finding> findings) {
    long headroom = chain.podGraceSeconds() - chain.graceSeconds();
    if (headroom == 0) {
      return;
    }
    long fixed = chain.spec().graceOverride().map(Duration::toSeconds).orElseThrow();
    chain
        .nodeLink()
        .filter(link -> link.seconds() < fixed)
        .ifPresent(
            link ->
                findings.add(
                    Finding.warning(
                        "grace-above-node-cap",
                        "terminationGracePeriodSeconds "
                            + fixed
                            + " > "
                            + link
                            + ": the nodes do not wait that long")));
    findings.add(
        Finding.note(
            "grace-headroom",
            "terminationGracePeriodSeconds "
                + fixed
                + " is "
                + headroom
                + " s above the derived grace "
                + chain.graceSeconds()
                + ": headroom, the worker's window stays "
                + chain.windowSeconds()
                + " s"));
  }
}
