package dev.sluice.postgres;

import java.util.Collection;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * Values as they are written into a statement. Statements of transactions go to the server with
 * {@code BEGIN} or {@code COMMIT} in one message, which takes no parameters: a {@code BEGIN} that
 * failed alone would let those behind it be committed one by one.
 */
final class Literal {
  private Literal() {}

  /** A text, whatever {@code standard_conforming_strings} says. */
  static String of(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("Postgres keeps no text with the character 0: " + text);
    }
    return "E'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** An array of texts. */
  static String of(Collection<String> texts) {
    return texts.stream().map(Literal::of).collect(Collectors.joining(",", "ARRAY[", "]::text[]"));
  }

  /** An array of numbers. */
  static String ofNumbers(Collection<Long> numbers) {
    return numbers.stream()
        .map(String::valueOf)
        .collect(Collectors.joining(",", "ARRAY[", "]::bigint[]"));
  }

  /** Bytes. */
  static String of(byte[] bytes) {
    return "decode('" + HexFormat.of().formatHex(bytes) + "', 'hex')";
  }
}
