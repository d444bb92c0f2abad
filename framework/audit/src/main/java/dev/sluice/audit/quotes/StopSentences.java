package dev.sluice.audit.quotes;

import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The sentences of a document that speak of a stop. A sentence may go over several lines; it does
 * when it has a word like drain, grace or time-out itself, or the heading above it has, the head of
 * its table, or the line with a colon in front of its list. Of headings only the nearest counts,
 * for otherwise a runbook's title would make each of its figures one about a stop. Linear; one use.
 */
final class StopSentences {
  private static final int PARAGRAPH = 1 << 16;

  private final Reader reader;
  private final StringBuilder paragraph = new StringBuilder();
  private final List<Integer> starts = new ArrayList<>();
  private int firstLine;
  private boolean heading;
  private boolean listIntro;
  private boolean item;
  private boolean inTable;
  private boolean tableHead;
  private boolean inCode;
  private String lastLine = "";

  /** Gets the sentences. */
  interface Reader {
    /**
     * One sentence.
     *
     * @param text what it is part of
     * @param from where it begins
     * @param to where it ends
     * @param line tells the line of a place in the text, from 1
     */
    void sentence(CharSequence text, int from, int to, IntUnaryOperator line);
  }

  private StopSentences(Reader reader) {
    this.reader = reader;
  }

  static void each(SourceText document, Reader reader) {
    StopSentences sentences = new StopSentences(reader);
    String content = document.content();
    int line = 1;
    for (int at = 0; at < content.length(); line++) {
      int end = content.indexOf('\n', at);
      end = end < 0 ? content.length() : end;
      // A longer line is cut; no sentence is that long.
      sentences.line(content.substring(at, Math.min(end, at + PARAGRAPH)).stripTrailing(), line);
      at = end + 1;
    }
    sentences.flush();
  }

  private void line(String text, int number) {
    String stripped = text.strip();
    if (stripped.startsWith("```") || stripped.startsWith("~~~")) {
      flush();
      inCode = !inCode;
    } else if (inCode) {
      alone(text, number);
    } else if (stripped.isEmpty()) {
      flush();
      inTable = false;
    } else if (stripped.startsWith("#")) {
      flush();
      heading = StopWords.in(stripped);
      listIntro = false;
      alone(text, number);
    } else if (isUnderline(stripped)) {
      heading = starts.size() == 1 ? StopWords.in(lastLine) : heading;
      flush();
    } else if (stripped.startsWith("|")) {
      tableRow(text, number);
    } else {
      prose(text, stripped, number);
    }
    lastLine = stripped;
  }

  private void tableRow(String text, int number) {
    flush();
    if (!inTable) {
      inTable = true;
      tableHead = StopWords.in(text);
    }
    alone(text, number);
  }

  private void prose(String text, String stripped, int number) {
    inTable = false;
    boolean begins = isItem(stripped);
    if (begins || paragraph.length() + text.length() > PARAGRAPH) {
      flush();
      item = begins;
    }
    add(text, number);
  }

  private void alone(String text, int number) {
    add(text, number);
    flush();
  }

  private void add(String text, int number) {
    if (starts.isEmpty()) {
      firstLine = number;
    }
    starts.add(paragraph.length());
    paragraph.append(text).append('\n');
  }

  private void flush() {
    if (starts.isEmpty()) {
      return;
    }
    boolean context = heading || (inTable && tableHead) || (item && listIntro);
    int from = 0;
    for (int i = 0; i < paragraph.length(); i++) {
      if (i + 1 == paragraph.length() || isEnd(i)) {
        if (context || StopWords.in(paragraph.subSequence(from, i + 1))) {
          reader.sentence(paragraph, from, i + 1, this::lineAt);
        }
        from = i + 1;
      }
    }
    if (!item) {
      listIntro = lastLine.endsWith(":") && StopWords.in(paragraph);
    }
    paragraph.setLength(0);
    starts.clear();
    item = false;
  }

  private boolean isEnd(int at) {
    char c = paragraph.charAt(at);
    return (c == '.' || c == '!' || c == '?') && Character.isWhitespace(paragraph.charAt(at + 1));
  }

  private int lineAt(int place) {
    int index = Collections.binarySearch(starts, place);
    return firstLine + (index >= 0 ? index : -index - 2);
  }

  private static boolean isItem(String line) {
    if (line.length() > 1 && "-*+".indexOf(line.charAt(0)) >= 0 && line.charAt(1) == ' ') {
      return true;
    }
    int at = 0;
    while (Amount.isDigit(line, at, line.length()) && at < 4) {
      at++;
    }
    return at > 0 && (line.startsWith(". ", at) || line.startsWith(") ", at));
  }

  private static boolean isUnderline(String line) {
    char c = line.charAt(0);
    return line.length() > 1 && (c == '=' || c == '-') && line.chars().allMatch(x -> x == c);
  }
}
