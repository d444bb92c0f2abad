package dev.sluice.progress;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An owner's mark as text, for sources that keep it in one: its phase, run and beginning, how far a
 * stop was, the window and the four grants, then the owner; separated by commas. Fields that a
 * newer release adds at the end are passed over. At most {@value #LONGEST} characters. Pure; safe
 * from any thread.
 */
public final class MarkText {
  /** The most characters of a text. */
  public static final int LONGEST = 180;

  /** For the owner in letters that are safe in a section; a name of other letters is cut. */
  private static final int OWNER_LETTERS = 80;

  private static final int FIELDS = 10;
  private static final Map<String, OwnerMark.Phase> PHASES =
      Map.of(
          "r", OwnerMark.Phase.RUNNING,
          "d", OwnerMark.Phase.DRAINING,
          "l", OwnerMark.Phase.LEFT,
          "c", OwnerMark.Phase.CUT);

  private MarkText() {}

  /** Writes one, in letters, digits and {@code , . - * _ + %} only. */
  public static String write(OwnerMark mark) {
    OwnerMark.Layers layers = mark.layers();
    return String.join(
        ",",
        List.of(
            letter(mark.phase()),
            number(Integer.toUnsignedLong(mark.run())),
            number(mark.since()),
            number(mark.elapsed().toMillis()),
            number(mark.window().toMillis()),
            number(layers.grace().toSeconds()),
            number(layers.preStop().toSeconds()),
            number(layers.stopwait().toSeconds()),
            number(layers.nodeLimit().toSeconds()),
            owner(mark.owner())));
  }

  private static String letter(OwnerMark.Phase phase) {
    return PHASES.entrySet().stream()
        .filter(entry -> entry.getValue() == phase)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  private static String number(long value) {
    return Long.toString(value, Character.MAX_RADIX);
  }

  private static String owner(String name) {
    String letters = encoded(name);
    for (int kept = name.length(); letters.length() > OWNER_LETTERS; kept--) {
      letters = encoded(name.substring(0, kept));
    }
    return letters;
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static OwnerMark read(String text) {
    String[] fields = text.split(",", -1);
    if (fields.length < FIELDS || !PHASES.containsKey(fields[0])) {
      throw new IllegalArgumentException("'" + text + "' is no owner's mark");
    }
    return new OwnerMark(
        URLDecoder.decode(fields[9], StandardCharsets.UTF_8),
        (int) number(fields[1]),
        number(fields[2]),
        PHASES.get(fields[0]),
        Duration.ofMillis(number(fields[3])),
        Duration.ofMillis(number(fields[4])),
        new OwnerMark.Layers(
            Duration.ofSeconds(number(fields[5])),
            Duration.ofSeconds(number(fields[6])),
            Duration.ofSeconds(number(fields[7])),
            Duration.ofSeconds(number(fields[8]))));
  }

  private static long number(String text) {
    return Long.parseLong(text, Character.MAX_RADIX);
  }
}
