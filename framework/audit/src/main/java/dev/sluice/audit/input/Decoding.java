package dev.sluice.audit.input;

import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Bytes to text: UTF-8, or UTF-16 where a byte order mark says so. */
final class Decoding {
  private static final int STEP = 8192;

  /**
   * A text, or why there is none.
   *
   * @param text without its byte order mark
   * @param problem present when the text is not
   */
  record Decoded(Optional<String> text, Optional<Problem> problem) {}

  private Decoding() {}

  /** Reads the bytes of a file. */
  static Decoded decode(String file, byte[] bytes, int length) {
    if (startsWith(bytes, length, 0xFE, 0xFF)) {
      return text(file, bytes, 2, length, StandardCharsets.UTF_16BE);
    }
    if (startsWith(bytes, length, 0xFF, 0xFE)) {
      return text(file, bytes, 2, length, StandardCharsets.UTF_16LE);
    }
    int mark = startsWith(bytes, length, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    return text(file, bytes, mark, length, StandardCharsets.UTF_8);
  }

  /** True for a file that no text editor wrote: a zero byte at its start and no mark. */
  static boolean binary(byte[] bytes, int length) {
    if (startsWith(bytes, length, 0xFE, 0xFF) || startsWith(bytes, length, 0xFF, 0xFE)) {
      return false;
    }
    for (int i = 0; i < Math.min(length, STEP); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }

  private static Decoded text(String file, byte[] bytes, int from, int length, Charset charset) {
    int bad = firstMalformed(bytes, from, length, charset);
    if (bad >= 0) {
      String read = new String(bytes, from, bad - from, charset);
      int line = 1 + (int) read.chars().filter(c -> c == '\n').count();
      String message =
          "is not "
              + charset.name()
              + " from here on (byte "
              + (bad + 1)
              + "): save the file as UTF-8";
      return new Decoded(
          Optional.empty(), Optional.of(new Problem(new Position(file, line, 1), message)));
    }
    return new Decoded(
        Optional.of(new String(bytes, from, length - from, charset)), Optional.empty());
  }

  // In steps, so that a large file is not held as characters twice.
  private static int firstMalformed(byte[] bytes, int from, int length, Charset charset) {
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes, from, length - from);
    CharBuffer out = CharBuffer.allocate(STEP);
    CoderResult result;
    do {
      out.clear();
      result = decoder.decode(in, out, true);
    } while (result.isOverflow());
    return result.isError() ? in.position() : -1;
  }

  private static boolean startsWith(byte[] bytes, int length, int... mark) {
    if (length < mark.length) {
      return false;
    }
    for (int i = 0; i < mark.length; i++) {
      if ((bytes[i] & 0xFF) != mark[i]) {
        return false;
      }
    }
    return true;
  }
}
