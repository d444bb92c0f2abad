package dev.sluice.kafka;

import dev.sluice.progress.Carried;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done beyond a committed offset, as text in the commit's metadata: a version, then the
 * shorter of a list of runs and a bitmap. Brokers keep 4,096 bytes of it by default ({@code
 * offset.metadata.max.bytes}); what does not fit is left out from the far end, and may be done
 * again by the next owner. Whatever else stands in the metadata, of another tool or of a newer
 * version, reads as nothing: then everything from the offset on is done again, never too little.
 */
final class DoneBeyond {
  private static final Logger LOGGER = LoggerFactory.getLogger(DoneBeyond.class);
  private static final String PREFIX = "sluice:";
  private static final String RUNS = PREFIX + "1r:";
  private static final String BITS = PREFIX + "1b:";
  private static final int MOST_BYTES = 3000;

  /** What is surely kept, with room for what is on its way when a partition is paused. */
  static final long POSITIONS = MOST_BYTES * 8L - 4000;

  private DoneBeyond() {}

  /**
   * The metadata of a commit.
   *
   * @param offset the committed offset
   * @param beyond stretches beyond it, ascending
   */
  static String write(long offset, List<Carried.Stretch> beyond) {
    if (beyond.isEmpty()) {
      return "";
    }
    byte[] runs = runs(offset, beyond);
    long span = beyond.get(beyond.size() - 1).next() - offset;
    boolean bitsAreShorter = span / 8 < runs.length || runs.length > MOST_BYTES;
    return bitsAreShorter ? BITS + base64(bits(offset, beyond)) : RUNS + base64(runs);
  }

  private static byte[] runs(long offset, List<Carried.Stretch> beyond) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long at = offset;
    for (Carried.Stretch stretch : beyond) {
      number(out, stretch.from() - at);
      number(out, stretch.next() - stretch.from());
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

  private static void number(ByteArrayOutputStream out, long value) {
    long rest = value;
    while (rest >= 0x80) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * What a commit's metadata says.
   *
   * @param offset the committed offset
   * @param metadata as it was committed, by whomever; may be null
   */
  static List<Carried.Stretch> read(long offset, String metadata) {
    if (metadata == null || !metadata.startsWith(PREFIX)) {
      return List.of();
    }
    try {
      if (metadata.startsWith(RUNS)) {
        return readRuns(offset, bytes(metadata, RUNS));
      }
      if (metadata.startsWith(BITS)) {
        return readBits(offset, bytes(metadata, BITS));
      }
    } catch (IllegalArgumentException e) {
      LOGGER.warn("the metadata of a commit at {} can't be read: {}", offset, e.getMessage());
      return List.of();
    }
    LOGGER.warn("the metadata of a commit at {} is of a newer version; it is ignored", offset);
    return List.of();
  }

  private static byte[] bytes(String metadata, String prefix) {
    return Base64.getDecoder().decode(metadata.substring(prefix.length()));
  }

  private static List<Carried.Stretch> readRuns(long offset, byte[] bytes) {
    List<Carried.Stretch> beyond = new ArrayList<>();
    long at = offset;
    int i = 0;
    long[] pair = new long[2];
    while (i < bytes.length) {
      for (int part = 0; part < 2; part++) {
        int shift = 0;
        pair[part] = 0;
        int b;
        do {
          if (i == bytes.length || shift > 56) {
            throw new IllegalArgumentException("it ends in the middle of a number");
          }
          b = bytes[i++];
          pair[part] |= (long) (b & 0x7f) << shift;
          shift += 7;
        } while ((b & 0x80) != 0);
      }
      beyond.add(new Carried.Stretch(at + pair[0], at + pair[0] + pair[1]));
      at += pair[0] + pair[1];
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
