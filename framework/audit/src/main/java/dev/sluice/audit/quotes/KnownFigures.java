package dev.sluice.audit.quotes;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Which of the quoted figures stand in a file, and for the others the nearest that do. Memory is
 * bounded by the quotes, however many figures the files have: of all figures between two quotes
 * only the smallest and the largest are kept.
 */
final class KnownFigures {
  private final long[] quoted;
  private final boolean[] found;
  private final Known[] low;
  private final Known[] high;

  /**
   * A figure of a file.
   *
   * @param millis above 0
   * @param at where
   */
  record Known(long millis, Position at) {}

  private KnownFigures(Collection<Long> quotes) {
    quoted = quotes.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
    found = new boolean[quoted.length];
    // Place i holds what lies below quote i; the last what lies above all of them.
    low = new Known[quoted.length + 1];
    high = new Known[quoted.length + 1];
  }

  /**
   * Looks for quotes in files.
   *
   * @param quotes in milliseconds
   */
  static KnownFigures of(Collection<Long> quotes, List<SourceText> files) {
    KnownFigures known = new KnownFigures(quotes);
    files.forEach(file -> FileFigures.collect(file, known::add));
    // Where nothing lies between two quotes, the nearest is beyond the next one.
    for (int i = 1; i < known.high.length; i++) {
      known.high[i] = known.high[i] == null ? known.high[i - 1] : known.high[i];
    }
    for (int i = known.low.length - 2; i >= 0; i--) {
      known.low[i] = known.low[i] == null ? known.low[i + 1] : known.low[i];
    }
    return known;
  }

  private void add(Known figure) {
    int index = Arrays.binarySearch(quoted, figure.millis());
    if (index >= 0) {
      // It is the nearest of its neighbours as well.
      found[index] = true;
      keep(index, figure);
      keep(index + 1, figure);
    } else {
      keep(-index - 1, figure);
    }
  }

  private void keep(int gap, Known figure) {
    if (low[gap] == null || figure.millis() < low[gap].millis()) {
      low[gap] = figure;
    }
    if (high[gap] == null || figure.millis() > high[gap].millis()) {
      high[gap] = figure;
    }
  }

  /** True when a file holds it. */
  boolean has(long millis) {
    return found[Arrays.binarySearch(quoted, millis)];
  }

  /** The largest figure below a quote that a file holds. */
  Optional<Known> below(long millis) {
    return Optional.ofNullable(high[Arrays.binarySearch(quoted, millis)]);
  }

  /** The smallest figure above a quote that a file holds. */
  Optional<Known> above(long millis) {
    return Optional.ofNullable(low[Arrays.binarySearch(quoted, millis) + 1]);
  }
}
