package dev.sluice.audit.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;

class TextFileTest {

  @Test
  void readsEachEncodingWithAndWithoutAMark() throws Exception {
    for (Charset charset : new Charset[] {UTF_8, UTF_16BE, UTF_16LE}) {
      assertThat(read("\uFEFFkind: Größe", charset)).as(charset.name()).isEqualTo("kind: Größe");
      assertThat(read("kind: Größe", charset)).as(charset.name()).isEqualTo("kind: Größe");
    }
    assertThat(read("", UTF_8)).isEmpty();
  }

  @Test
  void aCommentInLatinOneDoesNotHideTheFigures() throws Exception {
    assertThat(read("; größer\nstopwaitsecs=90", ISO_8859_1)).endsWith("stopwaitsecs=90");
  }

  @Test
  void stopsReadingAtTheLimit() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] into, int from, int length) {
            return length;
          }
        };

    assertThatThrownBy(() -> TextFile.read("-", endless))
        .isInstanceOfSatisfying(
            UnreadableText.class,
            e -> assertThat(e.problem().toString()).startsWith("-:1: is larger than "));
  }

  private static String read(String text, Charset charset) throws Exception {
    return TextFile.read("f", new ByteArrayInputStream(text.getBytes(charset))).content();
  }
}
