package dev.sluice.benchmarks.claim;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.claim.ClaimFigures.Side;
import java.util.Locale;

/** Figures as people read them. */
public final class ClaimTable {
  private ClaimTable() {}

  /** Everything in one line. */
  public static String line(ClaimFigures figures) {
    return String.format(
        Locale.ROOT,
        "a claim of %d jobs: p50 %.2f ms of a full table, %.2f ms of an almost empty one: %.2f%s",
        figures.batch(),
        figures.full().p50(),
        figures.small().p50(),
        figures.ratio(),
        figures.quick() ? " (quick run)" : "");
  }

  /** Everything as Markdown. */
  public static String of(ClaimFigures figures) {
    Machine machine = figures.machine();
    return ("| finished jobs | waiting jobs | p50, ms | p99, ms | claims |\n|---|---|---|---|---|\n"
            + row(figures, figures.full())
            + row(figures, figures.small())
            + String.format(
                Locale.ROOT,
                "%nRatio of the medians: %.2f. Target: at most %.2f, %s. Claims of %d jobs of %d"
                    + " bytes; the tables were filled in %d s. Measured %s at commit %s with %s on"
                    + " %s, %s, %d cores; load before: %s.%n",
                figures.ratio(),
                figures.target(),
                figures.ratio() <= figures.target() ? "met" : "missed",
                figures.batch(),
                ClaimedTable.PAYLOAD,
                figures.fillSeconds(),
                machine.date(),
                machine.commit(),
                machine.java(),
                machine.system(),
                machine.processor(),
                machine.cores(),
                machine.otherLoad()))
        .replace(System.lineSeparator(), "\n");
  }

  private static String row(ClaimFigures figures, Side side) {
    return String.format(
        Locale.ROOT,
        "| %,d | %,d | %.2f | %.2f | %,d |%n",
        side.finished(),
        side.waiting(),
        side.p50(),
        side.p99(),
        figures.claims());
  }
}
