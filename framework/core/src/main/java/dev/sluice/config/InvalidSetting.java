package dev.sluice.config;

import java.util.Objects;

/**
 * Thrown by the constructor of a settings record to say which of its keys is wrong. The loader adds
 * the file, the line and the full key. Any other {@link IllegalArgumentException} is reported for
 * the record as a whole.
 */
public final class InvalidSetting extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String key;

  /**
   * @param key the component that is wrong, or a path below it: {@code retry.rules[1].then}
   * @param message what is wrong and what is accepted, without the key
   */
  public InvalidSetting(String key, String message) {
    super(message);
    this.key = Objects.requireNonNull(key, "key");
  }

  /** The component that is wrong, or a path below it. */
  public String key() {
    return key;
  }
}
