package dev.sluice.audit.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Reads a file of unknown size and encoding as a text. UTF-8 is assumed; UTF-16 is told by its byte
 * order mark or by its first character. Bytes that are no UTF-8 become U+FFFD: figures and keys are
 * ASCII, and a comment in Latin-1 is no reason to audit nothing.
 */
public final class TextFile {
  private TextFile() {}

  /**
   * Reads all of it, at most what {@link Limits#text} allows.
   *
   * @param name as the user named it, {@code -} for standard input
   * @param in is read to its end or to the limit, and not closed
   * @throws UnreadableText if it is larger
   * @throws IOException if it can't be read
   */
  public static SourceText read(String name, InputStream in) throws IOException, UnreadableText {
    Limits limits = Limits.ofHeap();
    byte[] bytes = in.readNBytes(limits.text() + 1);
    if (bytes.length > limits.text()) {
      throw new UnreadableText(tooLarge(new Position(name, 1, 1), limits));
    }
    Charset charset = charset(bytes);
    String content = new String(bytes, charset);
    return SourceText.file(name, content.startsWith("\uFEFF") ? content.substring(1) : content);
  }

  static Problem tooLarge(Position at, Limits limits) {
    return new Problem(
        at,
        "is larger than "
            + (limits.text() >> 20)
            + " MiB, which is all that this Java's heap allows: split the file, or give Java more"
            + " with -Xmx (64 MiB at most)");
  }

  private static Charset charset(byte[] bytes) {
    int first = bytes.length > 0 ? bytes[0] & 0xFF : -1;
    int second = bytes.length > 1 ? bytes[1] & 0xFF : -1;
    if ((first == 0xFE && second == 0xFF) || (first == 0 && second > 0)) {
      return StandardCharsets.UTF_16BE;
    }
    if ((first == 0xFF && second == 0xFE) || (first > 0 && second == 0)) {
      return StandardCharsets.UTF_16LE;
    }
    return StandardCharsets.UTF_8;
  }
}
