package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.sluice.spi.DeadLetter;
import dev.sluice.spi.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A dead letter as a message (docs/dead-letters.md). Pure. */
final class LetterMessage {
  /** What the names of our headers begin with. */
  static final String PREFIX = "sluice-dead-";

  private static final int PERSISTENT = 2;

  /** What a letter must not be published with: they become headers of ours, under these names. */
  private static final Map<String, String> PUT_ASIDE =
      Map.of(
          AmqpProperty.EXPIRATION.header(),
          "expiration",
          "amqp-user-id",
          "user-id",
          "amqp-exchange",
          "exchange",
          "amqp-routing-key",
          "routing-key",
          "amqp-redelivered",
          "redelivered");

  private LetterMessage() {}

  /** The value as it arrived; empty when there was none. */
  static byte[] body(DeadLetter letter) {
    return letter.value() == null ? new byte[0] : letter.value();
  }

  /**
   * Headers and properties as they arrived, then what is known of the death, as text. Persistent
   * whatever the record was, and without its expiration, which would take the letter away too.
   */
  static AMQP.BasicProperties properties(DeadLetter letter) {
    List<Header> kept = new ArrayList<>();
    List<Header> about = new ArrayList<>();
    for (Header header : letter.headers()) {
      String aside = PUT_ASIDE.get(header.name());
      if (aside == null && !header.name().startsWith(PREFIX)) {
        kept.add(header);
      } else if (aside != null) {
        about.add(new Header(PREFIX + aside, header.value()));
      }
    }
    if (letter.key() != null) {
      about.add(new Header(PREFIX + "key", letter.key()));
    }
    if (letter.value() == null) {
      add(about, "value", "null");
    }
    add(about, "id", letter.id());
    add(about, "pipeline", letter.pipeline());
    add(about, "lane", letter.lane().name());
    add(about, "generation", Long.toString(letter.lane().generation()));
    add(about, "position", Long.toString(letter.position()));
    add(about, "timestamp", Long.toString(letter.timestamp()));
    add(about, "error-class", letter.errorClass());
    add(about, "error-message", letter.errorMessage());
    add(about, "attempts", Integer.toString(letter.attempts()));
    add(about, "time", letter.diedAt().toString());
    kept.addAll(about);
    return AmqpHeaders.properties(kept).builder().deliveryMode(PERSISTENT).build();
  }

  private static void add(List<Header> headers, String what, String value) {
    headers.add(new Header(PREFIX + what, value.getBytes(StandardCharsets.UTF_8)));
  }
}
