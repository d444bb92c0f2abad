package dev.sluice.benchmarks;

import java.util.Locale;
import java.util.stream.Collectors;

/** Figures as people read them. */
final class FiguresTable {
  private FiguresTable() {}

  /** Everything in one line. */
  static String line(Figures figures) {
    String rates =
        figures.throughput().stream()
            .filter(figure -> figure.chunk() == 500)
            .map(figure -> name(figure) + " " + millions(figure.recordsPerSecond()))
            .collect(Collectors.joining(" · "));
    return rates
        + " M records/s on one core; heap of "
        + count(figures.keysHeap().manyKeys())
        + " keys by that of "
        + count(figures.keysHeap().fewKeys())
        + ": "
        + figures.keysHeap().ratio()
        + (figures.quick() ? " (quick run)" : "");
  }

  /** Everything as Markdown. */
  static String of(Figures figures) {
    Machine machine = figures.machine();
    StringBuilder text = new StringBuilder();
    text.append("| order kept | chunk | M records/s | ± | allocated, B a record |\n")
        .append("|---|---|---|---|---|\n");
    for (Figures.Throughput figure : figures.throughput()) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %d | %s | %s | %.1f |%n",
              name(figure),
              figure.chunk(),
              millions(figure.recordsPerSecond()),
              figure.error() == null ? "-" : millions(figure.error()),
              figure.bytesPerRecord()));
    }
    Figures.Heap heap = figures.keysHeap();
    text.append("\n| keys | chunks in flight | records held | heap, MB |\n|---|---|---|---|\n")
        .append(row(heap, heap.fewKeys(), heap.fewKeysBytes()))
        .append(row(heap, heap.manyKeys(), heap.manyKeysBytes()))
        .append("\nRatio of the two: ")
        .append(heap.ratio())
        .append(".\n\n");
    text.append(
        String.format(
            Locale.ROOT,
            "Measured %s at commit %s (Sluice %s) with %s on %s, %s, %d cores; load before: %s.%n",
            machine.date(),
            machine.commit(),
            machine.sluice(),
            machine.java(),
            machine.system(),
            machine.processor(),
            machine.cores(),
            machine.otherLoad()));
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  private static String row(Figures.Heap heap, int keys, long bytes) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %.1f |%n",
        count(keys),
        count(heap.chunksInFlight()),
        count(heap.recordsHeld()),
        bytes / 1e6);
  }

  private static String name(Figures.Throughput figure) {
    return figure.ordering().toLowerCase(Locale.ROOT);
  }

  private static String millions(long records) {
    return String.format(Locale.ROOT, "%.2f", records / 1e6);
  }

  private static String count(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
