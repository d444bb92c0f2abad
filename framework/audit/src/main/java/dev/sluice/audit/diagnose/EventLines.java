package dev.sluice.audit.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Events as {@code kubectl get events} and {@code kubectl describe} print them. Their ages are no
 * times, so nothing is measured with them.
 */
final class EventLines {
  private static final int TOKENS = 8;
  private static final int EVENTS = 20_000;

  private final List<ClusterEvent> events = new ArrayList<>();
  private String described = "";

  /** Takes a line; false when it is no event. */
  boolean read(Line line) {
    if (line.text().startsWith("Name:")) {
      described = line.text().substring("Name:".length()).strip();
      return false;
    }
    List<int[]> words = words(line.text());
    for (int i = 0; i + 2 < words.size(); i++) {
      String type = word(line.text(), words.get(i));
      if (type.equals("Normal") || type.equals("Warning")) {
        return event(line, words, i + 1);
      }
    }
    return false;
  }

  List<ClusterEvent> events() {
    return List.copyOf(events);
  }

  private boolean event(Line line, List<int[]> words, int at) {
    String reason = word(line.text(), words.get(at));
    if (!ClusterEvent.REASONS.contains(reason) || events.size() >= EVENTS) {
      return false;
    }
    String next = word(line.text(), words.get(at + 1));
    int slash = next.indexOf('/');
    if (slash > 0) {
      String rest = line.text().substring(words.get(at + 1)[1]);
      add(
          line,
          next.substring(0, slash).toLowerCase(Locale.ROOT),
          next.substring(slash + 1),
          reason,
          rest);
    } else {
      add(
          line,
          described.isEmpty() ? "" : "pod",
          described,
          reason,
          afterSource(line.text(), words, at + 1));
    }
    return true;
  }

  private void add(Line line, String kind, String name, String reason, String message) {
    events.add(
        ClusterEvent.of(kind, name, reason, message, Optional.empty(), Evidence.at(line.at(), "")));
  }

  /** {@code 2m (x3 over 5m) kubelet Stopping container main}: age, source, message. */
  private static String afterSource(String text, List<int[]> words, int age) {
    int next = age + 1;
    if (next < words.size() && text.startsWith("(x", words.get(next)[0])) {
      next += 3;
    }
    return next < words.size() ? text.substring(words.get(next)[1]) : "";
  }

  private static String word(String text, int[] span) {
    return text.substring(span[0], span[1]);
  }

  /** The first words with their places. */
  private static List<int[]> words(String text) {
    List<int[]> words = new ArrayList<>();
    int at = 0;
    while (at < text.length() && words.size() < TOKENS) {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      int start = at;
      while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (at > start) {
        words.add(new int[] {start, at});
      }
    }
    return words;
  }
}
