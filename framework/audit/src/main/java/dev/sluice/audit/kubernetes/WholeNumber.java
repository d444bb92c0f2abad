package dev.sluice.audit.kubernetes;

import dev.sluice.audit.model.Figure;
import dev.sluice.audit.text.Scalar;
import java.time.Duration;
import java.util.regex.Pattern;

/** Reads the text of a field of seconds. */
final class WholeNumber {
  /** The end of each refusal. */
  static final String WANTED =
      "Kubernetes takes a whole number of seconds, 0 or more, without quotes, for example 90";

  // YAML's 90.0 reaches Kubernetes as 90.
  private static final Pattern DIGITS = Pattern.compile("\\+?(0|[1-9][0-9]*+)(?:\\.0+)?");
  private static final int LONGEST = 24;

  private WholeNumber() {}

  static Seconds read(String key, Scalar scalar) {
    String text = scalar.text();
    boolean number = text.length() <= LONGEST && DIGITS.matcher(text).matches();
    if (!scalar.plain() || !number) {
      String shown = scalar.plain() ? Shown.text(text) : '"' + Shown.text(text) + '"';
      return new Seconds.Refused(scalar.at(), key + " is " + shown + "; " + WANTED);
    }
    return new Seconds.Given(clamped(text), scalar.at());
  }

  private static Duration clamped(String text) {
    int dot = text.indexOf('.');
    String digits = text.substring(text.charAt(0) == '+' ? 1 : 0, dot < 0 ? text.length() : dot);
    return digits.length() > 11
        ? Figure.UNLIMITED
        : min(Duration.ofSeconds(Long.parseLong(digits)), Figure.UNLIMITED);
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
