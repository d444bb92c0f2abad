package dev.sluice.audit.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextFileTest {

  private final List<String> problems = new ArrayList<>();

  @Test
  void readsEachEncodingWithAndWithoutAMark() {
    for (Charset charset : new Charset[] {UTF_8, UTF_16BE, UTF_16LE}) {
      for (TextFile files : List.of(TextFile.lenient(), TextFile.strict(1000))) {
        assertThat(read(files, "\uFEFFkind: Größe", charset)).contains("kind: Größe");
        assertThat(read(files, "kind: Größe", charset)).contains("kind: Größe");
        assertThat(read(files, "", charset)).contains("");
      }
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void aCommentInLatinOneDoesNotHideTheFiguresOfALog() {
    assertThat(read(TextFile.lenient(), "; größer\nstopwaitsecs=90", ISO_8859_1).orElseThrow())
        .endsWith("stopwaitsecs=90");
    assertThat(read(TextFile.lenient(), "ab\0\0", UTF_8)).contains("ab\0\0");
  }

  @Test
  void saysWhereAStrictTextEnds() {
    assertThat(read(TextFile.strict(1000), "a: b\n# größer", ISO_8859_1)).isEmpty();
    assertThat(read(TextFile.strict(1000), "ab\0\0", UTF_8)).isEmpty();
    assertThat(problems)
        .containsExactly(
            "f:2: is not UTF-8 from here on (byte 10): save the file as UTF-8",
            "f:1: is no text: it has zero bytes");
  }

  @Test
  void readsWhatIsAsLongAsTheLimitAndNoMore() {
    assertThat(read(TextFile.strict(4), "1234", UTF_8)).contains("1234");
    assertThat(read(TextFile.strict(4), "12345", UTF_8)).isEmpty();
    assertThat(problems).singleElement().asString().startsWith("f:1: is larger than 0 MiB");
  }

  @Test
  void stopsReadingAtTheLimitOfTheHeap() {
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

    assertThat(TextFile.lenient().read("-", endless, it -> problems.add(it.toString()))).isEmpty();
    assertThat(problems).singleElement().asString().startsWith("-:1: is larger than ");
  }

  private Optional<String> read(TextFile files, String text, Charset charset) {
    return files
        .read(
            "f",
            new ByteArrayInputStream(text.getBytes(charset)),
            it -> problems.add(it.toString()))
        .map(SourceText::content);
  }
}
