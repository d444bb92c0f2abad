package dev.sluice.benchmarks.kafka;

import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Scratch. */
public final class Probe {
  private Probe() {}

  /** Scratch: ENTRIES WORK records poll wait rounds jvmopts. */
  public static void main(String[] args) throws IOException {
    List<Entry> entries = Arrays.stream(args[0].split(",")).map(Entry::valueOf).toList();
    int records = Integer.parseInt(args[2]);
    EmbeddedKafka broker = EmbeddedKafka.temporary(KafkaOptions.defaults());
    broker.start();
    Topic.fill(broker, "t", records);
    long spin = Spin.amountOf(2000);
    System.out.println("spin " + spin);
    Map<Entry, ContestantProcess> all = new EnumMap<>(Entry.class);
    Map<Entry, List<Double>> rates = new EnumMap<>(Entry.class);
    List<String> opts = args.length > 6 ? List.of(args[6].split(" ")) : List.of();
    try {
      for (Entry e : entries) {
        all.put(e, new ContestantProcess(e, opts));
        rates.put(e, new ArrayList<>());
      }
      int rounds = Integer.parseInt(args[5]);
      for (int i = 0; i < rounds; i++) {
        for (Entry e : entries) {
          Lap lap =
              all.get(e)
                  .run(
                      new LapOrder(
                          broker.bootstrapServers(),
                          "t",
                          "g-" + e + i,
                          records,
                          LapOrder.Work.valueOf(args[1]),
                          spin,
                          Integer.parseInt(args[4]),
                          1000,
                          Integer.parseInt(args[3])));
          System.out.printf(
              Locale.ROOT,
              "%d %s %.0f rec/s commits %d %s%n",
              i,
              e,
              1e9 * records / lap.nanos(),
              lap.commits(),
              lap.trouble());
          if (i >= 3) {
            rates.get(e).add(1e9 * records / lap.nanos());
          }
        }
      }
      rates.forEach(
          (e, l) -> {
            l.sort(null);
            System.out.printf(
                Locale.ROOT,
                "%s median %.0f (%.0f..%.0f)%n",
                e,
                l.get(l.size() / 2),
                l.get(0),
                l.get(l.size() - 1));
          });
    } finally {
      all.values().forEach(ContestantProcess::close);
      broker.stop();
    }
  }
}
