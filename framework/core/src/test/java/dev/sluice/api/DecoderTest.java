package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DecoderTest {

  /** A value to bind. */
  record Order(int id, String item) {}

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void bytesAreLeftAsTheyAre() throws Exception {
    byte[] value = bytes("x");

    assertThat(Decoder.bytes().decode(value)).isSameAs(value);
  }

  @Test
  void stringsAreUtf8() throws Exception {
    assertThat(Decoder.string().decode(bytes("Zürich"))).isEqualTo("Zürich");
  }

  @Test
  void jsonIsBoundToItsType() throws Exception {
    assertThat(Decoder.json(Order.class).decode(bytes("{\"id\":7,\"item\":\"tea\"}")))
        .isEqualTo(new Order(7, "tea"));
  }

  @Test
  void jsonThatDoesNotFitIsRefused() {
    Decoder<Order> decoder = Decoder.json(Order.class);

    assertThatThrownBy(() -> decoder.decode(bytes("{"))).isInstanceOf(Exception.class);
    assertThatThrownBy(() -> decoder.decode(bytes("{\"id\":7,\"unknown\":1}")))
        .hasMessageContaining("unknown");
  }

  @Test
  void aTombstoneDecodesToNull() throws Exception {
    assertThat(Decoder.bytes().decode(null)).isNull();
    assertThat(Decoder.string().decode(null)).isNull();
    assertThat(Decoder.json(Order.class).decode(null)).isNull();
  }
}
