package dev.sluice.audit.text;

import java.util.Objects;
import java.util.Set;

/** A single value as it is written. */
public final class Scalar implements Tree {
  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");

  private final Position at;
  private final String text;
  private final Position start;
  private final boolean countable;
  private final boolean plain;

  /**
   * A value.
   *
   * @param at where it begins
   * @param source its text, and where that text's lines stand
   * @param plain whether it is written without quotes and not as a block
   */
  public Scalar(Position at, SourceText source, boolean plain) {
    this(at, source.content(), source.start(), source.countable(), plain);
  }

  // A large file has a million of these: the parts of a SourceText, without the object.
  private Scalar(Position at, String text, Position start, boolean countable, boolean plain) {
    this.at = Objects.requireNonNull(at, "at");
    this.text = Objects.requireNonNull(text, "text");
    this.start = start;
    this.countable = countable;
    this.plain = plain;
  }

  /** A value of which only the start is known. */
  public static Scalar of(Position at, String text, boolean plain) {
    return new Scalar(at, text, at, false, plain);
  }

  @Override
  public Position at() {
    return at;
  }

  /** The value. */
  public String text() {
    return text;
  }

  /** True for a value without quotes: a number, a boolean, null or a plain text. */
  public boolean plain() {
    return plain;
  }

  /** True when it stands for nothing. */
  public boolean isNull() {
    return plain && NULLS.contains(text);
  }

  /** True when it is the boolean true. */
  public boolean isTrue() {
    return plain && text.equalsIgnoreCase("true");
  }

  /** The value as a text with lines, under the name of what it configures. */
  public SourceText source(String name) {
    return new SourceText(name, text, start, countable);
  }
}
