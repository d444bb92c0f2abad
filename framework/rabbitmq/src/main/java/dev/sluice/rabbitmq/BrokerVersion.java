package dev.sluice.rabbitmq;

import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which release a broker says it is, as far as it matters for delivery limits. Pure.
 *
 * @param text as the broker writes it
 * @param major its first number; empty when it can't be read
 */
record BrokerVersion(String text, OptionalInt major) {
  /** The limit of a quorum queue for which none is set, since 4.0. */
  static final int DEFAULT_LIMIT = 20;

  private static final int LIMITED_SINCE = 4;
  private static final Pattern FORM = Pattern.compile("([0-9]{1,3})\\..*");

  /** The version among the properties that a broker shows on connecting. */
  static BrokerVersion of(Map<String, Object> serverProperties) {
    Object said = serverProperties.get("version");
    String text = said == null ? "unknown" : said.toString();
    Matcher form = FORM.matcher(text);
    return new BrokerVersion(
        text,
        form.matches() ? OptionalInt.of(Integer.parseInt(form.group(1))) : OptionalInt.empty());
  }

  /** Whether a quorum queue has a limit when none is set. Who can't be understood may be new. */
  boolean limitsByDefault() {
    return major.isEmpty() || major.getAsInt() >= LIMITED_SINCE;
  }

  /**
   * Whether a limit of -1 is none. Before 4.0 it is one of zero: the first hand-back drops the
   * message.
   */
  boolean negativeIsUnlimited() {
    return major.isPresent() && major.getAsInt() >= LIMITED_SINCE;
  }

  /**
   * The limit in force for a quorum queue.
   *
   * @param argument of its declaration
   * @param policy what its policy says
   * @return empty for none; zero when the first hand-back drops a message
   */
  OptionalInt limit(OptionalInt argument, OptionalInt policy) {
    if (argument.isEmpty() && policy.isEmpty()) {
      return limitsByDefault() ? OptionalInt.of(DEFAULT_LIMIT) : OptionalInt.empty();
    }
    int one = argument.orElseGet(policy::getAsInt);
    int other = policy.orElse(one);
    if (!negativeIsUnlimited()) {
      return OptionalInt.of(Math.max(0, Math.min(one, other)));
    }
    // A negative one gives way to the other, whichever of the two it is.
    int limit = one < 0 || other < 0 ? Math.max(one, other) : Math.min(one, other);
    return limit < 0 ? OptionalInt.empty() : OptionalInt.of(limit);
  }
}
