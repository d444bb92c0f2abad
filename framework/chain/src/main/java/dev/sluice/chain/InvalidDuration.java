package dev.sluice.chain;

/** A text that is not a duration. The message names the key, the value and the accepted forms. */
public final class InvalidDuration extends InvalidDeclaration {
  private static final long serialVersionUID = 1L;

  private static final String FORMS =
      "write 90s, 2m, 1m30s, 1h, 1500ms, PT2M, or a bare number of seconds such as 90 or 1.5"
          + " (at most 8760h)";

  private InvalidDuration(String key, String text, String problem) {
    super(
        key + ": " + (text == null ? "nothing" : '"' + text + '"') + " " + problem + "; " + FORMS);
  }

  static InvalidDuration notADuration(String key, String text) {
    return new InvalidDuration(key, text, "is not a duration");
  }

  static InvalidDuration notPositive(String key, String text) {
    return new InvalidDuration(key, text, "must be above zero");
  }
}
