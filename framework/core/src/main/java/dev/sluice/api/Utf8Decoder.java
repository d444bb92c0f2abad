package dev.sluice.api;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads UTF-8 and nothing that only looks like it. */
final class Utf8Decoder implements Decoder<String> {
  private static final char REPLACEMENT = '\uFFFD';

  @Override
  public String decode(byte[] bytes) throws CharacterCodingException {
    if (bytes == null) {
      return null;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    // The JDK's fast way puts this character where the bytes are wrong; it may also be meant.
    if (text.indexOf(REPLACEMENT) >= 0) {
      refuseMalformed(bytes);
    }
    return text;
  }

  private static void refuseMalformed(byte[] bytes) throws CharacterCodingException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CoderResult result =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(in, CharBuffer.allocate(bytes.length), true);
    if (result.isError()) {
      throw new NotUtf8(in.position());
    }
  }

  private static final class NotUtf8 extends CharacterCodingException {
    private static final long serialVersionUID = 1L;

    private final int at;

    NotUtf8(int at) {
      this.at = at;
    }

    @Override
    public String getMessage() {
      return "the value is not UTF-8 from byte " + at + " on";
    }
  }
}
