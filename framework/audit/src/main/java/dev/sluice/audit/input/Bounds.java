package dev.sluice.audit.input;

/**
 * What one audit reads at most.
 *
 * @param files files that are looked at
 * @param bytes the length of one file that is audited
 * @param contextBytes the length of one script or configuration that others refer to
 * @param contextTotal the length of all of those together
 * @param depth directories inside directories
 */
record Bounds(int files, int bytes, int contextBytes, long contextTotal, int depth) {
  private static final int MEBI = 1 << 20;

  /** A large repository fits; a disk that was named by mistake does not. */
  static final Bounds USUAL = new Bounds(100_000, 64 * MEBI, MEBI, 32L * MEBI, 64);
}
