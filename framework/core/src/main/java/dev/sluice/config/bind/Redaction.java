package dev.sluice.config.bind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps secrets out of messages. Remembers every value it was told to hide, so that texts made
 * elsewhere (by an adapter's own checks) can be cleaned too. Belongs to one thread.
 */
final class Redaction {
  private static final String HIDDEN = "***";
  private static final int SHOWN = 80;
  private static final int SHORTEST = 4;
  private static final Pattern SECRET_KEY =
      Pattern.compile(
          "password|passwd|pwd|passphrase|secret|token|credential|jaas"
              + "|(api|access|private|ssl)[-_.]?key",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern URL_PASSWORD =
      Pattern.compile("(://[^:/@\\s]*:)([^/\\s]*)(?=@)|([?&;]password=)([^&;\\s]*)");

  private final List<String> hidden = new ArrayList<>();

  /** Whether a key's own name says that its value is a secret. */
  static boolean secretKey(String name) {
    return SECRET_KEY.matcher(name).find();
  }

  /** Remembers what a value holds that must not be shown. */
  void remember(String value, boolean wholly) {
    if (wholly) {
      hide(value);
    }
    Matcher matcher = URL_PASSWORD.matcher(value);
    while (matcher.find()) {
      hide(matcher.group(2) == null ? matcher.group(4) : matcher.group(2));
    }
  }

  /** A value as messages may show it: without passwords, and not too long. */
  static String shown(String value) {
    String masked = URL_PASSWORD.matcher(value).replaceAll("$1$3" + HIDDEN);
    return masked.length() <= SHOWN ? masked : masked.substring(0, SHOWN) + "...";
  }

  /** A text made elsewhere, without anything remembered. */
  String clean(String text) {
    String clean = text;
    for (String value : hidden) {
      clean = clean.replace(value, HIDDEN);
    }
    return shownUrls(clean);
  }

  private static String shownUrls(String text) {
    return URL_PASSWORD.matcher(text).replaceAll("$1$3" + HIDDEN);
  }

  private void hide(String value) {
    // Striking out every "1" or "db" would hide the message instead of the value.
    if (value.length() >= SHORTEST) {
      hidden.add(value);
      hidden.sort(Comparator.comparingInt(String::length).reversed());
    }
  }
}
