package dev.sluice.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RewrittenTest {
  private static List<Word> words(String... texts) {
    return Arrays.stream(texts).map(text -> new Word(text, new Position("f", 1, 1))).toList();
  }

  @Test
  void quotesWhatAShellWouldTakeApart() {
    assertThat(Rewritten.line(words("nginx", "-g", "daemon off;", "it's", "", "$A")))
        .isEqualTo("nginx -g 'daemon off;' 'it'\\''s' '' $A");
  }
}
