package dev.sluice.progress;

import java.util.Arrays;

/**
 * One bit for each of the numbers in a window that only moves up. A bit below the window is gone;
 * one above it is clear. Costs one bit a number of the window's span. Not thread-safe.
 */
final class BitWindow {
  private static final int SHIFT = 6;

  private long[] words = new long[2];
  private long firstWord;

  private int slot(long word) {
    return (int) (word & (words.length - 1));
  }

  boolean get(long number) {
    long word = number >>> SHIFT;
    return word >= firstWord
        && word < firstWord + words.length
        && (words[slot(word)] & (1L << number)) != 0;
  }

  /** Sets {@code [from, to)}, none of it below the window. */
  void set(long from, long to) {
    if (from >= to) {
      return;
    }
    long last = (to - 1) >>> SHIFT;
    reserve(last);
    for (long word = from >>> SHIFT; word <= last; word++) {
      words[slot(word)] |= mask(word, from, to);
    }
  }

  /** Clears {@code [from, to)}. */
  void clear(long from, long to) {
    long end = Math.min((to + 63) >>> SHIFT, firstWord + words.length);
    for (long word = Math.max(firstWord, from >>> SHIFT); word < end; word++) {
      words[slot(word)] &= ~mask(word, from, to);
    }
  }

  /** The first clear number at or after {@code from}, at most {@code limit}. */
  long nextClear(long from, long limit) {
    return next(from, limit, -1L);
  }

  /** The first set number at or after {@code from}, at most {@code limit}. */
  long nextSet(long from, long limit) {
    return next(from, limit, 0L);
  }

  private long next(long from, long limit, long flip) {
    long number = from;
    while (number < limit) {
      long word = number >>> SHIFT;
      long bits = (word < firstWord + words.length ? words[slot(word)] : 0L) ^ flip;
      bits &= -1L << number;
      if (bits != 0) {
        return Math.min(limit, (word << SHIFT) + Long.numberOfTrailingZeros(bits));
      }
      number = (word + 1) << SHIFT;
    }
    return limit;
  }

  /** How many of {@code [from, to)} are set. */
  long count(long from, long to) {
    long count = 0;
    long end = Math.min((to + 63) >>> SHIFT, firstWord + words.length);
    for (long word = Math.max(firstWord, from >>> SHIFT); word < end; word++) {
      count += Long.bitCount(words[slot(word)] & mask(word, from, to));
    }
    return count;
  }

  /** Forgets everything below a number, give or take the rest of its word. */
  void dropBelow(long number) {
    long first = number >>> SHIFT;
    long end = Math.min(first, firstWord + words.length);
    for (long word = firstWord; word < end; word++) {
      words[slot(word)] = 0;
    }
    firstWord = Math.max(firstWord, first);
  }

  private static long mask(long word, long from, long to) {
    long mask = -1L;
    if (word == from >>> SHIFT) {
      mask &= -1L << from;
    }
    if (word == to >>> SHIFT) {
      mask &= (1L << to) - 1;
    }
    return mask;
  }

  private void reserve(long lastWord) {
    long needed = lastWord - firstWord + 1;
    if (needed <= words.length) {
      return;
    }
    long[] old = words;
    long capacity = Math.max(2, Long.highestOneBit(needed - 1) << 1);
    words = Arrays.copyOf(new long[0], Math.toIntExact(capacity));
    for (long word = firstWord; word < firstWord + old.length; word++) {
      words[slot(word)] = old[(int) (word & (old.length - 1))];
    }
  }
}
