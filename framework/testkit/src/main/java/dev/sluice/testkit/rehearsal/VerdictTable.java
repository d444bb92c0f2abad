package dev.sluice.testkit.rehearsal;

import dev.sluice.testkit.rehearsal.Verdict.Counts;
import java.util.List;
import java.util.function.ToLongFunction;

/** The verdicts for people. */
final class VerdictTable {
  private static final String ROW = "%-9s  %-32s %6s %6s %8s  %-6s %10s  %s%n";

  private VerdictTable() {}

  static String render(List<Verdict> verdicts) {
    StringBuilder table = new StringBuilder();
    table.append(
        ROW.formatted("verdict", "scenario", "lost", "again", "allowed", "stop", "took", "measured")
            .replaceAll(" +(?=\\R)", ""));
    for (Verdict verdict : verdicts) {
      String row =
          ROW.formatted(
              verdict.result().word(),
              verdict.scenario(),
              count(verdict, Counts::lost),
              count(verdict, Counts::again),
              count(verdict, Counts::allowed),
              verdict.stop(),
              verdict.took().isZero() ? "" : Figures.ms(verdict.took()),
              verdict.measured());
      table.append(row.stripTrailing()).append(System.lineSeparator());
      for (String reason : verdict.reasons()) {
        table.append("           - ").append(reason).append(System.lineSeparator());
      }
    }
    long failed = verdicts.stream().filter(each -> each.result() == Result.FAIL).count();
    return table
        .append(failed == 0 ? "nothing failed" : failed + " failed")
        .append(System.lineSeparator())
        .toString();
  }

  private static String count(Verdict verdict, ToLongFunction<Counts> which) {
    return verdict.counts().map(counts -> Long.toString(which.applyAsLong(counts))).orElse("");
  }
}
