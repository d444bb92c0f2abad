package dev.sluice.audit.text;

/**
 * How much of a file is read. Files come from anybody, so each bound ends in a plain message, never
 * in an exhausted heap. Two of them follow from the heap, for it is the heap they protect.
 *
 * @param text characters of a file: an eighth of the heap, at most 64 MiB. A text with letters
 *     beyond Latin takes two bytes for each, and its values are copied out of it
 * @param values keys and values of a file, those behind an alias counted as often as the alias is
 *     used, because that is how often a reader meets them: one for each 512 bytes of the heap, at
 *     most 2,000,000. A value takes some 130 bytes
 * @param nesting levels of one document; the deepest schemas of custom resources have some 60
 * @param piece characters of one value or comment: 4 MiB; what Kubernetes stores ends at 1.5 MiB
 * @param problems that are told of one file, so that a hostile one can't fill the report
 */
public record Limits(int text, int values, int nesting, int piece, int problems) {
  private static final int MIB = 1 << 20;

  /** Documents of a file: no manifest has less than four values. */
  public int documents() {
    return values / 4;
  }

  /** Broken documents of a file, behind which nobody looks for sound ones any more. */
  public int broken() {
    return 50 * problems;
  }

  /** The bounds in this JVM. */
  public static Limits ofHeap() {
    return ofHeap(Runtime.getRuntime().maxMemory());
  }

  /**
   * The bounds in a JVM of this size.
   *
   * @param bytes the largest heap
   */
  public static Limits ofHeap(long bytes) {
    int text = (int) Math.max(4 * MIB, Math.min(bytes / 8, 64 * MIB));
    int values = (int) Math.max(50_000, Math.min(bytes / 512, 2_000_000));
    return new Limits(text, values, 200, 4 * MIB, 20);
  }
}
