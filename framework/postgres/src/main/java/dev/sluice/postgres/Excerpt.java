package dev.sluice.postgres;

import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The beginning of some bytes, as text where they are UTF-8.
 *
 * @param whole how many bytes there are
 * @param text what they begin with
 * @param isText whether that is UTF-8; hexadecimal otherwise
 * @param truncated whether there is more
 */
record Excerpt(int whole, String text, boolean isText, boolean truncated) {
  /** How many bytes are asked for. */
  static final int MOST_TEXT = 65_536;

  private static final int MOST_HEX = 256;
  private static final int LONGEST_CHARACTER = 4;

  static Excerpt of(byte[] head, int whole) {
    // Cut off in the middle of a character it is text all the same.
    int spare = head.length < whole ? Math.min(LONGEST_CHARACTER - 1, head.length) : 0;
    for (int cut = 0; cut <= spare; cut++) {
      try {
        String text =
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(head, 0, head.length - cut))
                .toString();
        return new Excerpt(whole, text, true, head.length < whole);
      } catch (CharacterCodingException e) {
        // Tried again with less.
      }
    }
    byte[] shown = Arrays.copyOf(head, Math.min(MOST_HEX, head.length));
    return new Excerpt(whole, HexFormat.of().formatHex(shown), false, shown.length < whole);
  }

  /** For programs. */
  JsonObject json() {
    return new JsonObject()
        .put("bytes", whole)
        .put(isText ? "text" : "hex", text)
        .put("truncated", truncated);
  }

  /** For people: what it is, and the text itself, which may have several lines. */
  String print() {
    return (isText ? "" : "hex ") + text + (truncated ? "… (" + whole + " bytes)" : "");
  }
}
