package dev.sluice.testkit;

import dev.sluice.spi.Header;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * One record as a {@link FakeBroker} keeps it.
 *
 * @param key the encoded key, or null
 * @param value the encoded value, or null for a tombstone
 * @param headers in their order
 * @param timestamp milliseconds since the epoch
 */
@SuppressWarnings("ArrayRecordComponent")
public record FakeRecord(byte[] key, byte[] value, List<Header> headers, long timestamp) {

  /** Copies the headers. */
  public FakeRecord {
    headers = List.copyOf(headers);
  }

  /** A record with a value in UTF-8 and nothing else. */
  public static FakeRecord of(String value) {
    return new FakeRecord(null, utf8(value), List.of(), 0);
  }

  /** A record with a key and a value in UTF-8. */
  public static FakeRecord of(String key, String value) {
    return new FakeRecord(utf8(key), utf8(value), List.of(), 0);
  }

  /** The same record with one more header, its value in UTF-8. */
  public FakeRecord header(String name, String text) {
    List<Header> more = new java.util.ArrayList<>(headers);
    more.add(new Header(name, utf8(text)));
    return new FakeRecord(key, value, more, timestamp);
  }

  /** The value as text. */
  public String text() {
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  int bytes() {
    return (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
  }

  private static byte[] utf8(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FakeRecord that
        && Arrays.equals(key, that.key)
        && Arrays.equals(value, that.value)
        && headers.equals(that.headers)
        && timestamp == that.timestamp;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key) * 31 + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return text();
  }
}
