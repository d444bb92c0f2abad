package dev.sluice.sample.flights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlightDecoderTest {
  private static final String LINE =
      "{\"id\":7,\"date\":\"2024/02/29 09:05\",\"delay\":-3,\"distance\":405,"
          + "\"origin\":\"HOU\",\"destination\":\"TUL\"}";

  private final FlightDecoder decoder = new FlightDecoder();

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "  \r\n"})
  void readsAFlightAsTheSourceWritesIt(String end) throws Exception {
    assertThat(decode(LINE + end))
        .isEqualTo(new Flight(7, LocalDateTime.of(2024, 2, 29, 9, 5), -3, 405, "HOU", "TUL"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"id\":7|\"id\":\"7\"",
        "\"id\":7|\"id\":7.0",
        "\"id\":7|\"id\":true",
        "\"id\":7|\"id\":null",
        "\"id\":7|\"id\":\"\"",
        "\"id\":7|\"id\":9223372036854775808",
        "\"delay\":-3|\"delay\":-3.5",
        "\"delay\":-3|\"delay\":\"-3\"",
        "\"delay\":-3|\"delay\":2147483648",
        "\"distance\":405|\"distance\":4.05e2",
        "\"origin\":\"HOU\"|\"origin\":1",
        "\"origin\":\"HOU\"|\"origin\":1.5",
        "\"origin\":\"HOU\"|\"origin\":true",
        "\"origin\":\"HOU\"|\"origin\":null",
        "\"origin\":\"HOU\"|\"origin\":[\"HOU\"]",
        "\"origin\":\"HOU\",|",
        "\"origin\":\"HOU\"|\"orign\":\"HOU\""
      })
  void refusesAFieldThatIsMissingOrNotOfItsType(String right, String wrong) {
    assertRefused(LINE.replace(right, wrong == null ? "" : wrong));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2023/02/29 09:05",
        "2024/04/31 09:05",
        "2024/13/01 09:05",
        "2024/02/29 24:00",
        "2024/2/29 09:05",
        "2024-02-29T09:05",
        ""
      })
  void refusesADateThatIsNotInTheCalendarOrNotInItsForm(String date) {
    assertRefused(LINE.replace("2024/02/29 09:05", date));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "}", "x", ",", "1"})
  void refusesWhatFollowsTheFlight(String rest) {
    assertRefused(LINE + rest);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "7", "not json", "{\"id\":7"})
  void refusesWhatIsNoFlightAtAll(String text) {
    assertThatThrownBy(() -> decode(text)).isNotNull();
  }

  @Test
  void refusesARecordWithoutAValue() {
    assertThatThrownBy(() -> decoder.decode(null)).hasMessageContaining("without a value");
  }

  private void assertRefused(String text) {
    assertThat(text).isNotEqualTo(LINE);
    assertThatThrownBy(() -> decode(text)).as(text).isNotNull();
  }

  private Flight decode(String text) throws Exception {
    return decoder.decode(text.getBytes(StandardCharsets.UTF_8));
  }
}
