package dev.sluice.benchmarks.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What a record of the benchmark says, 200 bytes of it.
 *
 * @param id counts up
 * @param customer whose it is; also the key
 * @param item what is ordered
 * @param quantity how many
 * @param cents the price
 * @param note the rest of the 200 bytes
 */
public record Order(long id, String customer, String item, int quantity, long cents, String note) {
  /** Bytes of an encoded order. */
  public static final int BYTES = 200;

  /** Reads an order, the same for everybody. */
  public static final ObjectReader READER = new ObjectMapper().readerFor(Order.class);

  static byte[] encoded(int id, String customer) {
    String head =
        String.format(
            Locale.ROOT,
            "{\"id\":%d,\"customer\":\"%s\",\"item\":\"item-%d\",\"quantity\":%d,\"cents\":%d,\"note\":\"",
            id,
            customer,
            id % 977,
            1 + id % 9,
            100 + id % 100_000);
    String tail = "\"}";
    String text = head + "n".repeat(BYTES - head.length() - tail.length()) + tail;
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Reads an order. */
  public static Order decoded(byte[] bytes) throws IOException {
    return READER.readValue(bytes);
  }
}
