package dev.sluice.progress;

import java.util.Optional;

/**
 * Where a lane goes on.
 *
 * @param position the first position that will be delivered
 * @param carried what the source kept with it
 * @param previous the last mark of whoever owned the lane before, if it left one
 */
public record ResumePoint(long position, Carried carried, Optional<OwnerMark> previous) {

  /** A point that nobody has left a mark at. */
  public ResumePoint(long position, Carried carried) {
    this(position, carried, Optional.empty());
  }

  /** A point without anything carried. */
  public static ResumePoint at(long position) {
    return new ResumePoint(position, Carried.NONE);
  }
}
