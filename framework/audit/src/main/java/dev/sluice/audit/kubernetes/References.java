package dev.sluice.audit.kubernetes;

import java.util.Optional;
import java.util.function.Function;

/** {@code $(NAME)} in commands and variables, replaced as Kubernetes does it. */
final class References {
  private References() {}

  /** What a name stands for. */
  sealed interface Meaning {
    /** No variable has this name: the reference stays as it is. */
    record Undefined() implements Meaning {}

    /** A variable has it, with a value that was not read. */
    record Unread() implements Meaning {}

    /**
     * A variable has it.
     *
     * @param value its value
     */
    record Known(String value) implements Meaning {}
  }

  /**
   * The text with its references replaced; {@code $$} is a dollar sign.
   *
   * @param longest empty is returned when the result were longer than this
   * @return empty as well when a value was not read
   */
  static Optional<String> replace(String text, Function<String, Meaning> meanings, int longest) {
    if (text.indexOf('$') < 0) {
      return Optional.of(text).filter(it -> it.length() <= longest);
    }
    StringBuilder out = new StringBuilder(Math.min(text.length(), longest) + 16);
    int lastEnd = text.lastIndexOf(')');
    int at = 0;
    while (at < text.length() && out.length() <= longest) {
      char here = text.charAt(at);
      char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
      if (here != '$' || at + 1 == text.length()) {
        out.append(here);
        at++;
      } else if (next == '$') {
        out.append('$');
        at += 2;
      } else if (next == '(' && lastEnd > at) {
        int end = text.indexOf(')', at);
        Meaning meaning = meanings.apply(text.substring(at + 2, end));
        if (meaning instanceof Meaning.Unread) {
          return Optional.empty();
        }
        out.append(
            meaning instanceof Meaning.Known known ? known.value() : text.substring(at, end + 1));
        at = end + 1;
      } else {
        out.append(here).append(next);
        at += 2;
      }
    }
    return out.length() > longest ? Optional.empty() : Optional.of(out.toString());
  }
}
