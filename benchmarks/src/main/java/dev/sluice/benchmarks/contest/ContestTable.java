package dev.sluice.benchmarks.contest;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.contest.ContestFigures.Outcome;
import dev.sluice.benchmarks.contest.ContestFigures.Rival;
import dev.sluice.benchmarks.contest.ContestFigures.Spread;
import dev.sluice.benchmarks.contest.ContestFigures.Standing;
import java.util.Locale;
import java.util.stream.Collectors;

/** Figures as people read them. */
public final class ContestTable {
  private ContestTable() {}

  /** Sluice's ratios in one line. */
  public static String line(ContestFigures figures) {
    return figures.races().stream()
        .map(race -> race.id() + " " + ratio(race.standings().get(0)))
        .collect(Collectors.joining(" · ", "Sluice by its yardstick: ", ""));
  }

  private static String ratio(Standing standing) {
    return standing.trouble().isEmpty() ? number("%.2f", standing.ratio().median()) : "failed";
  }

  /** Everything as Markdown. */
  public static String of(ContestFigures figures) {
    return figures.races().stream().map(ContestTable::of).collect(Collectors.joining("\n"));
  }

  private static String of(Outcome race) {
    boolean commits = race.standings().stream().anyMatch(standing -> standing.commits() > 0);
    StringBuilder text = new StringBuilder();
    text.append("**")
        .append(race.title())
        .append(String.format(Locale.ROOT, "**, %,d %s", race.records(), race.unit()))
        .append(race.quick() ? " (quick run)" : "")
        .append("\n\n| who | ")
        .append(race.unit())
        .append("/s | min – max | by ")
        .append(race.yardstick())
        .append(" | min – max | ")
        .append(commits ? "commits a lap | " : "")
        .append("laps |\n|---|---|---|---|---|")
        .append(commits ? "---|---|\n" : "---|\n");
    race.standings().forEach(standing -> text.append(row(standing, commits)));
    Machine machine = race.machine();
    return text.append("\n")
        .append(rivals(race))
        .append(
            String.format(
                Locale.ROOT,
                "Target %s: %s. Measured %s at commit %s with %s, %s"
                    + " on %s, %s, %d cores; load before: %s.%n",
                number("%.2f", race.target()),
                verdict(race),
                machine.date(),
                machine.commit(),
                race.settings(),
                machine.java(),
                machine.system(),
                machine.processor(),
                machine.cores(),
                machine.otherLoad()))
        .toString()
        .replace(System.lineSeparator(), "\n");
  }

  private static String rivals(Outcome race) {
    return race.rivals().isEmpty()
        ? ""
        : race.rivals().stream()
            .map(ContestTable::rival)
            .collect(Collectors.joining(", ", "Sluice by ", ".\n"));
  }

  private static String rival(Rival rival) {
    Spread ratio = rival.ratio();
    return String.format(
        Locale.ROOT,
        "%s: %.2f (%.2f – %.2f)",
        rival.name(),
        ratio.median(),
        ratio.min(),
        ratio.max());
  }

  private static String verdict(Outcome race) {
    Standing sluice = race.standings().get(0);
    boolean met = sluice.trouble().isEmpty() && sluice.ratio().median() >= race.target();
    return met ? "met" : "missed";
  }

  private static String row(Standing standing, boolean commits) {
    if (!standing.trouble().isEmpty()) {
      return "| "
          + standing.name()
          + " | - | "
          + standing.trouble()
          + (commits ? " | - | - | - | - |\n" : " | - | - | - |\n");
    }
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s – %s | %s | %s – %s | %s%d |%n",
        standing.name(),
        count(standing.rate().median()),
        count(standing.rate().min()),
        count(standing.rate().max()),
        number("%.2f", standing.ratio().median()),
        number("%.2f", standing.ratio().min()),
        number("%.2f", standing.ratio().max()),
        commits ? commits(standing) + " | " : "",
        standing.rounds());
  }

  private static String commits(Standing standing) {
    return standing.commits() == 0 ? "-" : count((double) standing.commits());
  }

  private static String count(double number) {
    return number("%,.0f", number);
  }

  private static String number(String form, double number) {
    return String.format(Locale.ROOT, form, number);
  }
}
