package dev.sluice.progress;

/**
 * What a handler left behind for whoever goes on at a record.
 *
 * @param position the record to go on at
 * @param state the handler's own bytes; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record ResumeState(long position, byte[] state) {

  /** What a source may need beside the bytes of a state, to keep it. */
  public static final int OVERHEAD = 16;

  @Override
  public boolean equals(Object other) {
    return other instanceof ResumeState that
        && position == that.position
        && java.util.Arrays.equals(state, that.state);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(position) * 31 + java.util.Arrays.hashCode(state);
  }

  @Override
  public String toString() {
    // The bytes are the user's own and may be secret.
    return "ResumeState[" + position + ", " + state.length + " bytes]";
  }
}
