package dev.sluice.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * What a check has found out about one thing that a run needs.
 *
 * @param what names the thing, best as the key in {@code pipeline.yaml} that declares it
 * @param status whether a run could use it
 * @param text what was found, or what is wrong with it; may have several lines
 * @param fix what the operator can do about it
 */
public record Checked(String what, Status status, String text, Optional<String> fix) {
  private static final String FIX = "\nFix: ";

  /** Whether a run could use a thing. */
  public enum Status {
    /** It could. */
    OK,
    /** It could not. */
    FAILED,
    /** Nobody knows. */
    NOT_CHECKED
  }

  /** Refuses null. */
  public Checked {
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(fix, "fix");
  }

  /** A run could use it. */
  public static Checked ok(String what, String found) {
    return new Checked(what, Status.OK, found, Optional.empty());
  }

  /**
   * A run could not use it.
   *
   * @param message what is wrong; what follows a line that begins with {@code Fix:}, as the
   *     messages of {@link dev.sluice.api.InvalidSetup} have it, is the fix
   */
  public static Checked failed(String what, String message) {
    int at = message.indexOf(FIX);
    return at < 0
        ? new Checked(what, Status.FAILED, message, Optional.empty())
        : new Checked(
            what,
            Status.FAILED,
            message.substring(0, at),
            Optional.of(message.substring(at + FIX.length())));
  }

  /** Nobody looked at it. */
  public static Checked notChecked(String what, String why) {
    return new Checked(what, Status.NOT_CHECKED, why, Optional.empty());
  }
}
