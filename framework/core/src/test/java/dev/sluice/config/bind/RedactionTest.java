package dev.sluice.config.bind;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {

  @ParameterizedTest
  @CsvSource({
    "postgres://u:pw@h:5432/d,postgres://u:***@h:5432/d",
    "amqp://u:p@ss:w@h/v,amqp://u:***@h/v",
    "'amqp://u:a1@h1/v,amqp://u:b2@h2/v','amqp://u:***@h1/v,amqp://u:***@h2/v'",
    "jdbc:x://h/d?user=u&password=pw&ssl=1,jdbc:x://h/d?user=u&password=***&ssl=1",
    "jdbc:sqlserver://h;password=pw;x=1,jdbc:sqlserver://h;password=***;x=1",
    "http://h:8080/a@b,http://h:8080/a@b",
    "localhost:9092,localhost:9092"
  })
  void masksPasswordsInUrlsAndNothingElse(String value, String shown) {
    assertThat(Redaction.shown(value)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"password", "sslKeyPassword", "api-key", "accessToken", "sasl.jaas.config"})
  void knowsSecretsByTheirKeys(String key) {
    assertThat(Redaction.secretKey(key)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"url", "keyColumn", "topics", "checkpointEvery", "pass"})
  void takesOtherKeysForWhatTheyAre(String key) {
    assertThat(Redaction.secretKey(key)).isFalse();
  }

  @Test
  void strikesOutWhatItWasToldInTextsMadeElsewhere() {
    Redaction redaction = new Redaction();
    redaction.remember("s3cret", true);
    redaction.remember("postgres://u:hunter2@h/d", false);
    redaction.remember("1", true);

    assertThat(redaction.clean("1 of s3cret, hunter2 and pg://a:b@c failed"))
        .isEqualTo("1 of ***, *** and pg://a:***@c failed");
  }

  @Test
  void cutsLongValues() {
    assertThat(Redaction.shown("x".repeat(1000))).hasSize(83).endsWith("...");
  }
}
