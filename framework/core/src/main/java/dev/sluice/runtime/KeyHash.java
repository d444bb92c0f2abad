package dev.sluice.runtime;

import java.util.Arrays;

/** Spreads keys over slots; nothing outside of a process depends on how. */
final class KeyHash {

  private KeyHash() {}

  static int of(byte[] key) {
    return Arrays.hashCode(key);
  }

  /** Mixes all bits into the low ones (the finalizer of MurmurHash3, which is public domain). */
  static int spread(int hash) {
    int h = hash;
    h ^= h >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    h *= 0xc2b2ae35;
    h ^= h >>> 16;
    return h;
  }
}
