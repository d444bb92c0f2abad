package dev.sluice.kafka;

import java.io.ByteArrayOutputStream;

/** Whole numbers in as many bytes as they need, seven bits each, the lowest first. */
final class Varint {
  private Varint() {}

  /** Appends a number that is not negative. */
  static void write(ByteArrayOutputStream out, long value) {
    long rest = value;
    while (rest >= 0x80) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** Reads numbers one after the other. */
  static final class Reader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    boolean atEnd() {
      return at == bytes.length;
    }

    /**
     * The next number.
     *
     * @throws IllegalArgumentException when there is none in whole
     */
    long next() {
      long value = 0;
      for (int shift = 0; shift <= 56; shift += 7) {
        if (at == bytes.length) {
          throw new IllegalArgumentException("it ends in the middle of a number");
        }
        byte b = bytes[at++];
        value |= (long) (b & 0x7f) << shift;
        if (b >= 0) {
          return value;
        }
      }
      throw new IllegalArgumentException("a number is too long");
    }

    /**
     * The next bytes as they are.
     *
     * @throws IllegalArgumentException when there are fewer
     */
    byte[] next(long length) {
      if (length > bytes.length - at) {
        throw new IllegalArgumentException("it ends after " + bytes.length + " bytes");
      }
      byte[] taken = java.util.Arrays.copyOfRange(bytes, at, at + (int) length);
      at += taken.length;
      return taken;
    }
  }
}
