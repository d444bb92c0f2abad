package dev.sluice.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compares the granted figures with the needed ones. */
final class GrantedCheck {
  private final GrantedChain granted;
  private final Chain chain;
  private final List<Finding> findings = new ArrayList<>();

  GrantedCheck(GrantedChain granted, Chain chain) {
    this.granted = granted;
    this.chain = chain;
  }

  List<Finding> findings() {
    granted.stopwait().ifPresent(this::checkStopwait);
    granted.grace().ifPresent(this::checkGrace);
    granted.nodeLimit().ifPresent(this::checkNode);
    return List.copyOf(findings);
  }

  private void checkStopwait(long figure) {
    long needed = chain.stopwaitSeconds();
    if (figure < needed) {
      refuse(
          GrantedChain.STOPWAIT,
          figure,
          needed,
          ChainSum.stopwait(chain),
          Refusals.lowerTheNeed(chain, needed - figure));
    }
  }

  private void checkGrace(long figure) {
    long wait = Math.max(granted.stopwait().orElse(0), chain.stopwaitSeconds());
    long needed = grace(wait);
    if (figure >= needed) {
      return;
    }
    // A supervisor that waits longer than this program needs is not cured by a smaller limit.
    List<String> ways =
        wait > chain.stopwaitSeconds()
            ? List.of(
                "lower what "
                    + GrantedChain.STOPWAIT
                    + " stands for; this program needs "
                    + chain.stopwaitSeconds())
            : Refusals.lowerTheNeed(chain, needed - figure);
    refuse(GrantedChain.GRACE, figure, needed, sum(wait), ways);
  }

  private void checkNode(long figure) {
    long needed = grace(chain.stopwaitSeconds());
    if (figure < needed) {
      refuse(
          GrantedChain.NODE_LIMIT,
          figure,
          needed,
          sum(chain.stopwaitSeconds()),
          Refusals.lowerTheNeed(chain, needed - figure));
    }
  }

  private long grace(long wait) {
    return granted.stopwait().isPresent()
        ? preStop() + wait + Math.max(chain.marginSeconds(), 2)
        : chain.graceSeconds() - chain.preStopSeconds() + preStop();
  }

  private String sum(long wait) {
    return granted.stopwait().isPresent()
        ? ChainSum.granted(chain, preStop(), wait)
        : ChainSum.of(chain, preStop());
  }

  private long preStop() {
    return granted.preStop().orElse(chain.preStopSeconds());
  }

  private void refuse(
      String variable, long figure, long needed, String sum, List<String> furtherWays) {
    List<String> ways = new ArrayList<>();
    ways.add("raise what " + variable + " stands for to " + needed + " or more");
    ways.addAll(furtherWays);
    String id = variable.toLowerCase(Locale.ROOT).replace('_', '-');
    Link link = new Link(variable, figure, "granted by the deployment");
    findings.add(Refusals.refusal(id, link, needed, sum, ways));
  }
}
