package dev.sluice.config.bind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
  private static final List<String> KNOWN =
      List.of("chunk", "concurrency", "limits", "checkpointEvery", "bootstrapServers", "to");

  @ParameterizedTest
  @CsvSource({
    "chnk,chunk",
    "chukn,chunk",
    "limit,limits",
    "concurency,concurrency",
    "checkpoint-every,checkpointEvery",
    "bootstrap.servers,bootstrapServers",
    "ot,to"
  })
  void guessesWhatWasMeant(String word, String meant) {
    assertThat(Suggestion.closest(word, KNOWN)).contains(meant);
  }

  @Test
  void staysSilentWhenNothingIsClose() {
    assertThat(Suggestion.closest("replicas", KNOWN)).isEmpty();
    assertThat(Suggestion.hint("replicas", KNOWN)).isEmpty();
    assertThat(Suggestion.closest("x".repeat(100_000), KNOWN)).isEmpty();
  }
}
