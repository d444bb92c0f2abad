package dev.sluice.kafka;

import dev.sluice.progress.Carried;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;

/**
 * What is done beyond a committed offset, as text: the shorter of a list of runs and a bitmap, told
 * apart by the first two characters. What does not fit its share of a commit's metadata is left out
 * from the far end, and may be done again by the next owner.
 */
final class DoneBeyond {
  private static final String RUNS = "r:";
  private static final String BITS = "b:";
  private static final int MOST_BYTES = 2100;

  /** What is surely kept, with room for what is on its way when a partition is paused. */
  static final long POSITIONS = MOST_BYTES * 8L - 4000;

  private DoneBeyond() {}

  /**
   * The stretches as text.
   *
   * @param offset the committed offset
   * @param beyond stretches beyond it, ascending
   */
  static String write(long offset, List<Carried.Stretch> beyond) {
    byte[] runs = runs(offset, beyond);
    long span = beyond.get(beyond.size() - 1).next() - offset;
    boolean bitsAreShorter = span / 8 < runs.length || runs.length > MOST_BYTES;
    return bitsAreShorter ? BITS + base64(bits(offset, beyond)) : RUNS + base64(runs);
  }

  private static byte[] runs(long offset, List<Carried.Stretch> beyond) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long at = offset;
    for (Carried.Stretch stretch : beyond) {
      Varint.write(out, stretch.from() - at);
      Varint.write(out, stretch.next() - stretch.from());
      at = stretch.next();
    }
    return out.toByteArray();
  }

  private static byte[] bits(long offset, List<Carried.Stretch> beyond) {
    BitSet bits = new BitSet();
    for (Carried.Stretch stretch : beyond) {
      long from = stretch.from() - offset;
      long to = Math.min(stretch.next() - offset, MOST_BYTES * 8L);
      if (from < to) {
        bits.set((int) from, (int) to);
      }
    }
    return bits.toByteArray();
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * The stretches that a text stands for.
   *
   * @param offset the committed offset
   * @throws IllegalArgumentException if it is none
   */
  static List<Carried.Stretch> read(long offset, String text) {
    if (text.startsWith(RUNS)) {
      return readRuns(offset, bytes(text, RUNS));
    }
    if (text.startsWith(BITS)) {
      return readBits(offset, bytes(text, BITS));
    }
    throw new IllegalArgumentException("stretches are neither runs nor bits");
  }

  private static byte[] bytes(String text, String prefix) {
    return Base64.getDecoder().decode(text.substring(prefix.length()));
  }

  private static List<Carried.Stretch> readRuns(long offset, byte[] bytes) {
    List<Carried.Stretch> beyond = new ArrayList<>();
    Varint.Reader in = new Varint.Reader(bytes);
    for (long at = offset; !in.atEnd(); ) {
      long from = at + in.next();
      at = from + in.next();
      beyond.add(new Carried.Stretch(from, at));
    }
    return beyond;
  }

  private static List<Carried.Stretch> readBits(long offset, byte[] bytes) {
    BitSet bits = BitSet.valueOf(bytes);
    List<Carried.Stretch> beyond = new ArrayList<>();
    for (int from = bits.nextSetBit(0); from >= 0; ) {
      int to = bits.nextClearBit(from);
      beyond.add(new Carried.Stretch(offset + from, offset + to));
      from = bits.nextSetBit(to);
    }
    return beyond;
  }
}
