package dev.sluice.rabbitmq;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a broker says of a queue that is unlike what was declared: the first property that differs,
 * and what it is. Pure.
 *
 * @param property {@code durable}, {@code auto_delete}, or the name of an argument
 * @param current what the queue has; a string, a {@link Long} or a {@link Boolean}; empty when it
 *     does not have this argument
 */
record Inequivalent(String property, Optional<Object> current) {
  private static final String BEGIN = "PRECONDITION_FAILED - inequivalent arg '";
  private static final String CURRENT = " but current is ";
  private static final Pattern TYPED = Pattern.compile("the value '(.*)' of type '([a-z]+)'");
  private static final Pattern PLAIN = Pattern.compile("'(.*)'");

  /**
   * Reads the text of a 406. All of it must be understood: brokers cut a text at 255 bytes, and a
   * value of which the end is missing would be another value.
   *
   * @return empty when it can't be read
   */
  static Optional<Inequivalent> read(String said, String queue, String vhost) {
    String middle = "' for queue '" + queue + "' in vhost '" + vhost + "': received ";
    int at = said.indexOf(middle, BEGIN.length());
    int current = said.lastIndexOf(CURRENT);
    if (!said.startsWith(BEGIN) || at < 0 || current < at + middle.length()) {
      return Optional.empty();
    }
    String property = said.substring(BEGIN.length(), at);
    String value = said.substring(current + CURRENT.length());
    if (value.equals("none")) {
      return Optional.of(new Inequivalent(property, Optional.empty()));
    }
    Matcher typed = TYPED.matcher(value);
    if (typed.matches()) {
      return typed(typed.group(1), typed.group(2))
          .map(each -> new Inequivalent(property, Optional.of(each)));
    }
    // Without a type where the two differ in nothing else: we send a text, true and false there.
    Matcher plain = PLAIN.matcher(value);
    return plain.matches()
        ? Optional.of(new Inequivalent(property, Optional.of(plain.group(1))))
        : Optional.empty();
  }

  private static Optional<Object> typed(String value, String type) {
    return switch (type) {
      case "longstr" -> Optional.of(value);
      case "bool" ->
          value.equals("true") || value.equals("false")
              ? Optional.of(Boolean.valueOf(value))
              : Optional.empty();
      case "byte", "unsignedbyte", "short", "unsignedshort", "signedint", "unsignedint", "long" ->
          number(value);
      default -> Optional.empty();
    };
  }

  private static Optional<Object> number(String value) {
    try {
      return Optional.of(Long.valueOf(value));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
