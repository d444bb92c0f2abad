package dev.sluice.audit.text;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Counts the keys and values of a file against the limit, and keeps one copy of equal texts. */
final class Values {
  private static final int SHORT = 40;
  private static final int POOL = 20_000;

  private final Limits limits;
  private final Map<String, String> pool = new HashMap<>();
  private long count;

  Values(Limits limits) {
    this.limits = limits;
  }

  long count() {
    return count;
  }

  /** Forgets what a document counted that is not kept. */
  void backTo(long earlier) {
    count = earlier;
  }

  void add(Position at) throws UnreadableText {
    count++;
    if (count > limits.values()) {
      throw tooMany(at, "the file has more than %,d keys and values");
    }
  }

  /** Counts what an alias stands for. */
  void repeat(Position at, long values) throws UnreadableText {
    count += values;
    if (count > limits.values()) {
      throw tooMany(at, "aliases expand to more than %,d values");
    }
  }

  void nest(Position at, int depth) throws UnreadableText {
    if (depth > limits.nesting()) {
      throw new UnreadableText(
          at, "is nested deeper than " + limits.nesting() + " levels; no manifest is");
    }
  }

  String pooled(String text) {
    if (text.length() > SHORT) {
      return text;
    }
    String known = pool.get(text);
    if (known == null && pool.size() < POOL) {
      pool.put(text, text);
    }
    return known == null ? text : known;
  }

  private UnreadableText tooMany(Position at, String what) {
    return new UnreadableText(
        at,
        String.format(Locale.ROOT, what, limits.values())
            + ", which is all that this Java's heap allows: split the file, or give Java more with"
            + " -Xmx (2,000,000 values at most)");
  }
}
