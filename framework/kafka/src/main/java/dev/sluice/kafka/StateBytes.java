package dev.sluice.kafka;

import dev.sluice.progress.ResumeState;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Resume states as they lie in the store: a version, then for each its position, its length, its
 * bytes. Positions are absolute, so that the same bytes serve every commit that has these states.
 */
final class StateBytes {
  private static final int VERSION = 1;

  private StateBytes() {}

  static byte[] write(List<ResumeState> states) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Varint.write(out, VERSION);
    for (ResumeState state : states) {
      Varint.write(out, state.position());
      Varint.write(out, state.state().length);
      out.writeBytes(state.state());
    }
    return out.toByteArray();
  }

  /**
   * Reads them back.
   *
   * @throws IllegalArgumentException when the bytes are of another version, or broken
   */
  static List<ResumeState> read(byte[] bytes) {
    Varint.Reader in = new Varint.Reader(bytes);
    long version = in.next();
    if (version != VERSION) {
      throw new IllegalArgumentException("they are of version " + version);
    }
    List<ResumeState> states = new ArrayList<>();
    while (!in.atEnd()) {
      long position = in.next();
      states.add(new ResumeState(position, in.next(in.next())));
    }
    return states;
  }

  /** What states take at most, as the engine counts. */
  static long size(List<ResumeState> states) {
    return states.stream().mapToLong(s -> s.state().length + (long) ResumeState.OVERHEAD).sum();
  }
}
