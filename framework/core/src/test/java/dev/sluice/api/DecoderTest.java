package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "{\"id\":7,\"item\":\"tea\"} {}",
        "{\"id\":7,\"item\":\"tea\"}x",
        "{\"id\":7,\"id\":8,\"item\":\"tea\"}",
        "{\"id\":9999999999,\"item\":\"tea\"}",
        "[]"
      })
  void jsonThatIsNotExactlyOneDocumentOfTheTypeDoesNotDecode(String text) {
    Decoder<Order> decoder = Decoder.json(Order.class);

    assertThatThrownBy(() -> decoder.decode(bytes(text))).isInstanceOf(Exception.class);
  }

  @Test
  void nothingThatARecordHoldsMakesJsonReadWithoutBounds() {
    Decoder<JsonNode> decoder = Decoder.json(JsonNode.class);

    assertThatThrownBy(() -> decoder.decode(bytes("[".repeat(501) + "]".repeat(501))))
        .hasMessageContaining("500");
    assertThatThrownBy(() -> decoder.decode(bytes("1".repeat(1001)))).hasMessageContaining("1000");
  }

  @Test
  void jsonWithinTheBoundsIsRead() throws Exception {
    Decoder<JsonNode> decoder = Decoder.json(JsonNode.class);

    assertThat(decoder.decode(bytes("[".repeat(500) + "]".repeat(500))).isArray()).isTrue();
    assertThat(decoder.decode(bytes("1".repeat(1000))).isNumber()).isTrue();
  }

  @Test
  void bytesThatAreNotUtf8AreNoJsonEither() {
    byte[] wrong = bytes("{\"id\":7,\"item\":\"té\"}");
    wrong[wrong.length - 3] = 'x';

    assertThatThrownBy(() -> Decoder.json(Order.class).decode(wrong)).hasMessageContaining("UTF-8");
  }

  @Test
  void aReaderOfOnesOwnDecidesWhatItAccepts() throws Exception {
    Decoder<Order> decoder =
        Decoder.json(
            new ObjectMapper()
                .readerFor(Order.class)
                .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));

    assertThat(decoder.decode(bytes("{\"id\":7,\"item\":\"tea\",\"more\":1}")))
        .isEqualTo(new Order(7, "tea"));
    assertThatThrownBy(() -> decoder.decode(bytes("null"))).hasMessageContaining("null");
  }

  @Test
  void textThatIsNotUtf8DoesNotDecodeAndTheMessageSaysWhere() {
    byte[] latin1 = "Zürich".getBytes(StandardCharsets.ISO_8859_1);
    byte[] cutShort = {'a', 'b', (byte) 0xC3};

    assertThatThrownBy(() -> Decoder.string().decode(latin1))
        .isInstanceOf(CharacterCodingException.class)
        .hasMessage("the value is not UTF-8 from byte 1 on");
    assertThatThrownBy(() -> Decoder.string().decode(cutShort))
        .isInstanceOf(CharacterCodingException.class)
        .hasMessageContaining("from byte 2 on");
  }

  @Test
  void aReplacementCharacterThatIsMeantIsText() throws Exception {
    assertThat(Decoder.string().decode(bytes("a\uFFFDb"))).isEqualTo("a\uFFFDb");
  }

  @Test
  void anEmptyValueIsAnEmptyTextAndNoTombstone() throws Exception {
    assertThat(Decoder.string().decode(new byte[0])).isEmpty();
    assertThat(Decoder.bytes().decode(new byte[0])).isEmpty();
  }

  @Test
  void aDecoderOfWholeRecordsRefusesAValueAlone() {
    Decoder<String> decoder = Decoder.ofRecord(EncodedRecord::id);

    assertThatThrownBy(() -> decoder.decode(new byte[0]))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("decodeRecord");
  }

  @Test
  void aTombstoneDecodesToNull() throws Exception {
    assertThat(Decoder.bytes().decode(null)).isNull();
    assertThat(Decoder.string().decode(null)).isNull();
    assertThat(Decoder.json(Order.class).decode(null)).isNull();
  }
}
