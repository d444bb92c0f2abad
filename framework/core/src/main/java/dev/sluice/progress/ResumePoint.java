package dev.sluice.progress;

/**
 * Where a lane goes on.
 *
 * @param position the first position that will be delivered
 * @param carried what the source kept with it
 */
public record ResumePoint(long position, Carried carried) {

  /** A point without anything carried. */
  public static ResumePoint at(long position) {
    return new ResumePoint(position, Carried.NONE);
  }
}
