package dev.sluice.sample.airports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Decoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportJobTest {
  private final Decoder<ImportJob> decoder = Decoder.json(ImportJob.class);

  private ImportJob decode(String json) throws Exception {
    return decoder.decode(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsAJobAndKnowsTheUsualBatch() throws Exception {
    assertThat(decode("{\"file\": \"a.csv\", \"batch\": 7}")).isEqualTo(new ImportJob("a.csv", 7));
    assertThat(decode("{\"file\": \"a.csv\"}")).isEqualTo(new ImportJob("a.csv", 500));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|names no file",
        "{\"file\": \" \"}|names no file",
        "{\"file\": \"a\", \"batch\": 0}|batch 0 is not between 1 and 10000",
        "{\"file\": \"a\", \"batch\": 10001}|batch 10001",
        "{\"file\": \"a\", \"batch\": \"many\"}|many",
        "{\"file\": \"a\", \"bacth\": 5}|bacth"
      })
  void refusesAJobThatIsNone(String json, String saying) {
    assertThatThrownBy(() -> decode(json)).hasMessageContaining(saying);
  }
}
