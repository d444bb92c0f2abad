package dev.sluice.sample.airports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {

  private static CsvReader reader(String text) {
    return new CsvReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 0);
  }

  @Test
  void readsFieldsAndKnowsAtWhichByteEachRecordEnds() throws IOException {
    CsvReader reader = reader("a,b\nü,\"x, \"\"y\"\"\nz\",\r\nlast");

    assertThat(reader.next()).contains(List.of("a", "b"));
    assertThat(reader.position()).isEqualTo(4);
    assertThat(reader.next()).contains(List.of("ü", "x, \"y\"\nz", ""));
    assertThat(reader.position()).isEqualTo(22);
    assertThat(reader.next()).contains(List.of("last"));
    assertThat(reader.position()).isEqualTo(26);
    assertThat(reader.next()).isEmpty();
  }

  /** So that an import can go on behind any record. */
  @Test
  void readsTheSameFromTheEndOfAnyRecordOn() throws IOException {
    String text = "a,\"1\n2\"\nb,ü\r\nc,\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    CsvReader whole = reader(text);
    while (whole.next().isPresent()) {
      int from = (int) whole.position();
      CsvReader rest =
          new CsvReader(new ByteArrayInputStream(bytes, from, bytes.length - from), from);
      CsvReader same = reader(text);
      while (same.position() < from) {
        same.next();
      }
      for (var next = same.next(); next.isPresent(); next = same.next()) {
        assertThat(rest.next()).isEqualTo(next);
        assertThat(rest.position()).isEqualTo(same.position());
      }
      assertThat(rest.next()).isEmpty();
    }
    assertThat(whole.position()).isEqualTo(bytes.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n"})
  void aFileMayEndWithOrWithoutABreak(String end) throws IOException {
    CsvReader reader = reader("a,b" + end);

    assertThat(reader.next()).contains(List.of("a", "b"));
    assertThat(reader.next()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"`\"a`,never closed", "`\"a\"b`,behind a closing quote"})
  void quotesThatDoNotPairAreRefused(String text, String saying) {
    assertThatThrownBy(() -> reader(text).next())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(saying);
  }

  @Test
  void whatIsNotUtf8IsRefused() {
    CsvReader reader = new CsvReader(new ByteArrayInputStream(new byte[] {'a', (byte) 0xff}), 0);

    assertThatThrownBy(reader::next).hasMessageContaining("UTF-8");
  }
}
