package dev.sluice.audit.model;

import java.util.Locale;

/**
 * One possible way out of a finding; any one of them is enough.
 *
 * @param kind what is done
 * @param text the change in words, with figures
 */
public record Change(Kind kind, String text) {

  /** The kinds of changes. */
  public enum Kind {
    /** Give more time. */
    RAISE,
    /** Need less time. */
    LOWER,
    /** Split the work, or stop at checkpoints. */
    SPLIT,
    /** Write down what is missing, or write it differently. */
    SET,
    /** Take something away. */
    REMOVE,
    /** Find out. */
    LOOK;

    /** As reports write it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Give more time. */
  public static Change raise(String text) {
    return new Change(Kind.RAISE, text);
  }

  /** Need less time. */
  public static Change lower(String text) {
    return new Change(Kind.LOWER, text);
  }

  /** Split the work, or stop at checkpoints. */
  public static Change split(String text) {
    return new Change(Kind.SPLIT, text);
  }

  /** Write down what is missing, or write it differently. */
  public static Change set(String text) {
    return new Change(Kind.SET, text);
  }

  /** Take something away. */
  public static Change remove(String text) {
    return new Change(Kind.REMOVE, text);
  }

  /** Find out. */
  public static Change look(String text) {
    return new Change(Kind.LOOK, text);
  }
}
