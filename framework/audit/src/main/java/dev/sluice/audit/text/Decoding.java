package dev.sluice.audit.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Bytes to text. UTF-8 is assumed; UTF-16 is told by its byte order mark, or by a zero byte beside
 * the first character.
 */
final class Decoding {
  private static final int STEP = 8192;

  private final byte[] bytes;
  private final Charset charset;
  private final int from;

  /** Of the bytes of a file. */
  Decoding(byte[] bytes) {
    this.bytes = bytes;
    if (startsWith(0xEF, 0xBB, 0xBF)) {
      charset = StandardCharsets.UTF_8;
      from = 3;
    } else if (startsWith(0xFE, 0xFF) || startsWith(0xFF, 0xFE)) {
      charset = startsWith(0xFE) ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
      from = 2;
    } else {
      charset = unmarked();
      from = 0;
    }
  }

  /** The text without its byte order mark; bytes that are none become U+FFFD. */
  String text() {
    return new String(bytes, from, bytes.length - from, charset);
  }

  /** Why it is no text that a person wrote; empty when it is. */
  Optional<Problem> damage(String file) {
    if (charset.equals(StandardCharsets.UTF_8) && hasZero()) {
      return Optional.of(new Problem(new Position(file, 1, 1), "is no text: it has zero bytes"));
    }
    int bad = firstMalformed();
    if (bad < 0) {
      return Optional.empty();
    }
    String read = new String(bytes, from, bad - from, charset);
    int line = 1 + (int) read.chars().filter(c -> c == '\n').count();
    return Optional.of(
        new Problem(
            new Position(file, line, 1),
            "is not "
                + charset.name()
                + " from here on (byte "
                + (bad + 1)
                + "): save the file as UTF-8"));
  }

  private Charset unmarked() {
    if (bytes.length < 2 || bytes.length % 2 != 0) {
      return StandardCharsets.UTF_8;
    }
    if (bytes[0] == 0 && bytes[1] != 0) {
      return StandardCharsets.UTF_16BE;
    }
    return bytes[0] != 0 && bytes[1] == 0 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
  }

  private boolean hasZero() {
    for (int i = 0; i < Math.min(bytes.length, STEP); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }

  // In steps, so that a large file is not held as characters twice.
  private int firstMalformed() {
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes, from, bytes.length - from);
    CharBuffer out = CharBuffer.allocate(STEP);
    CoderResult result;
    do {
      out.clear();
      result = decoder.decode(in, out, true);
    } while (result.isOverflow());
    return result.isError() ? in.position() : -1;
  }

  private boolean startsWith(int... mark) {
    if (bytes.length < mark.length) {
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
