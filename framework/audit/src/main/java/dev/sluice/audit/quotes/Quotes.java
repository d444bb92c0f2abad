package dev.sluice.audit.quotes;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures about stops in one document, each once. Used by one thread. */
final class Quotes {
  /** Figures of one document; a runbook has a dozen. */
  static final int MOST = 1000;

  // No layer of a stop is this short; latencies and pauses are.
  private static final long SHORTEST = 100;

  private final SourceText document;
  private final Map<Long, Quote> byMillis = new LinkedHashMap<>();
  private boolean full;

  private Quotes(SourceText document) {
    this.document = document;
  }

  static Quotes of(SourceText document) {
    Quotes quotes = new Quotes(document);
    StopSentences.each(
        document,
        (text, from, to, line) ->
            TimeScanner.scan(
                text,
                from,
                to,
                (millis, start, end) -> {
                  // "every 2 s" is a period.
                  if (millis >= SHORTEST && !TimeScanner.follows(text, start, from, "every ")) {
                    String words = text.subSequence(start, end).toString().replace('\n', ' ');
                    quotes.add(millis, words, document.at(line.applyAsInt(start)));
                  }
                }));
    return quotes;
  }

  private void add(long millis, String words, Position at) {
    Quote before = byMillis.get(millis);
    if (before != null) {
      before.again(at.line());
    } else if (byMillis.size() < MOST) {
      byMillis.put(millis, new Quote(millis, words, at));
    } else {
      full = true;
    }
  }

  SourceText document() {
    return document;
  }

  Collection<Quote> all() {
    return byMillis.values();
  }

  /** True when the document has more figures than are compared. */
  boolean full() {
    return full;
  }
}
