package dev.sluice.chain;

import java.util.Locale;

/** The additions behind the figures, each in one line. */
final class ChainSum {
  private ChainSum() {}

  static String of(Chain chain) {
    return of(chain, chain.preStopSeconds());
  }

  /** The grace period with a preStop other than the declared one. */
  static String of(Chain chain, long preStop) {
    long grace = chain.graceSeconds() - chain.preStopSeconds() + preStop;
    return chain
        .spec()
        .supervisor()
        .map(supervisor -> supervised(chain, supervisor, grace, preStop))
        .orElseGet(
            () ->
                String.format(
                    Locale.ROOT,
                    "grace %d = preStop %d + %s + margin %d",
                    grace,
                    preStop,
                    window(chain),
                    chain.marginSeconds()));
  }

  /** The grace period around a supervisor of which only this program's wait is known. */
  static String granted(Chain chain, long preStop, long wait) {
    return String.format(
        Locale.ROOT,
        "grace %d = preStop %d + stopwait %d + max(margin %d, 2); %s",
        preStop + wait + Math.max(chain.marginSeconds(), 2),
        preStop,
        wait,
        chain.marginSeconds(),
        stopwait(chain));
  }

  static String stopwait(Chain chain) {
    return String.format(
        Locale.ROOT,
        "stopwait %d = %s + margin %d",
        chain.stopwaitSeconds(),
        window(chain),
        chain.marginSeconds());
  }

  private static String supervised(Chain chain, Supervisor supervisor, long grace, long preStop) {
    long own = supervisor.ownGroupSeconds();
    String largest =
        own > chain.stopwaitSeconds() ? "own group " + own : "stopwait " + chain.stopwaitSeconds();
    return String.format(
        Locale.ROOT,
        "grace %d = preStop %d + waits %d (%s + other groups %d) + max(margin %d, groups %d + 1);"
            + " %s",
        grace,
        preStop,
        chain.waitsSeconds(),
        largest,
        supervisor.otherGroupSeconds(),
        chain.marginSeconds(),
        supervisor.groups(),
        stopwait(chain));
  }

  private static String window(Chain chain) {
    return String.format(
        Locale.ROOT,
        "window %d (need %d + commit %d + close %d)",
        chain.windowSeconds(),
        chain.needSeconds(),
        chain.commitSeconds(),
        chain.closeSeconds());
  }
}
