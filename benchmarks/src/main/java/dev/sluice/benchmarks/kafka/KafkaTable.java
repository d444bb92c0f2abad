package dev.sluice.benchmarks.kafka;

import dev.sluice.benchmarks.Machine;
import dev.sluice.benchmarks.kafka.KafkaFigures.Outcome;
import dev.sluice.benchmarks.kafka.KafkaFigures.Standing;
import java.util.Locale;
import java.util.stream.Collectors;

/** Figures as people read them. */
public final class KafkaTable {
  private KafkaTable() {}

  /** Sluice's ratios in one line. */
  static String line(KafkaFigures figures) {
    return figures.races().stream()
        .map(race -> race.id() + " " + ratio(race.standings().get(0)))
        .collect(Collectors.joining(" · ", "Sluice by its yardstick: ", ""));
  }

  private static String ratio(Standing standing) {
    return standing.trouble().isEmpty() ? number("%.2f", standing.ratio().median()) : "failed";
  }

  /** Everything as Markdown. */
  public static String of(KafkaFigures figures) {
    return figures.races().stream().map(KafkaTable::of).collect(Collectors.joining("\n"));
  }

  private static String of(Outcome race) {
    StringBuilder text = new StringBuilder();
    text.append("**")
        .append(race.title())
        .append(String.format(Locale.ROOT, "**, %,d records", race.records()))
        .append(race.quick() ? " (quick run)" : "")
        .append("\n\n| who | records/s | min – max | by ")
        .append(race.yardstick())
        .append(" | min – max | commits a lap | laps |\n|---|---|---|---|---|---|---|\n");
    race.standings().forEach(standing -> text.append(row(standing)));
    Machine machine = race.machine();
    return text.append(
            String.format(
                Locale.ROOT,
                "%nTarget %s: %s. Measured %s at commit %s with kafka-clients %s, polls of %d, %s"
                    + " on %s, %s, %d cores; load before: %s.%n",
                number("%.2f", race.target()),
                verdict(race),
                machine.date(),
                machine.commit(),
                race.client(),
                race.pollRecords(),
                machine.java(),
                machine.system(),
                machine.processor(),
                machine.cores(),
                machine.otherLoad()))
        .toString()
        .replace(System.lineSeparator(), "\n");
  }

  private static String verdict(Outcome race) {
    Standing sluice = race.standings().get(0);
    boolean met = sluice.trouble().isEmpty() && sluice.ratio().median() >= race.target();
    return met ? "met" : "missed";
  }

  private static String row(Standing standing) {
    if (!standing.trouble().isEmpty()) {
      return "| " + standing.name() + " | - | " + standing.trouble() + " | - | - | - | - |\n";
    }
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s – %s | %s | %s – %s | %s | %d |%n",
        standing.name(),
        count(standing.rate().median()),
        count(standing.rate().min()),
        count(standing.rate().max()),
        number("%.2f", standing.ratio().median()),
        number("%.2f", standing.ratio().min()),
        number("%.2f", standing.ratio().max()),
        commits(standing),
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
