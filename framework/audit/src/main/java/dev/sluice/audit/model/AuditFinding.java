package dev.sluice.audit.model;

import dev.sluice.audit.text.Position;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Something the audit has to say.
 *
 * @param check what was checked
 * @param level how much it weighs here
 * @param place what it is about
 * @param at where the figure stands that must change, or where a missing one would; empty when the
 *     place is in no file
 * @param message one line with the figures
 * @param why what follows from it, one sentence
 * @param changes the ways out
 * @param kills true for the gap that really ends work: need beyond the binding link, or a signal
 *     that never arrives. Others are real, but not the cause
 * @param subject which key, timer, layer or figure of the place it is about; empty where a check
 *     says one thing about a place at most. Never a figure that may change
 */
public record AuditFinding(
    Check check,
    Level level,
    Place place,
    Optional<Position> at,
    String message,
    String why,
    List<Change> changes,
    boolean kills,
    String subject) {

  /** Copies the changes. */
  public AuditFinding {
    Objects.requireNonNull(check, "check");
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(why, "why");
    Objects.requireNonNull(subject, "subject");
    changes = List.copyOf(changes);
  }

  /** A finding of a check that says one thing about a place at most. */
  public AuditFinding(
      Check check,
      Level level,
      Place place,
      Optional<Position> at,
      String message,
      String why,
      List<Change> changes,
      boolean kills) {
    this(check, level, place, at, message, why, changes, kills, "");
  }

  /** A finding with the level of its check. */
  public static AuditFinding of(
      Check check, Place place, Optional<Position> at, String message, Change... changes) {
    return new AuditFinding(
        check, check.level(), place, at, message, check.why(), List.of(changes), false);
  }

  /** The same as the gap that ends work. */
  public AuditFinding killing() {
    return new AuditFinding(check, level, place, at, message, why, changes, true, subject);
  }

  /** The same with another weight. */
  public AuditFinding weighing(Level other) {
    return new AuditFinding(check, other, place, at, message, why, changes, kills, subject);
  }

  /** The same about one key, timer, layer or figure of the place. */
  public AuditFinding about(String other) {
    return new AuditFinding(check, level, place, at, message, why, changes, kills, other);
  }

  /**
   * What a baseline knows it by: the check, the place and the subject, so that figures may change.
   */
  public String fingerprint() {
    return check.id() + " " + place + (subject.isEmpty() ? "" : ", about " + subject);
  }
}
