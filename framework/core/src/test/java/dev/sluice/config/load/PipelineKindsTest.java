package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.PipelineSettings;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A handler for each kind of record, as the file says it. */
class PipelineKindsTest {
  private static final Set<String> HANDLERS = Set.of("load-airports", "mailer");
  private static final String FILE =
      """
      apiVersion: sluice.dev/v1
      pipeline:
        name: work
        kinds: { import-airports: load-airports, send-mail: mailer, send-bill: mailer }
        source: { jobs: {} }
        concurrency: { chunks: 8 }
      """;

  private static PipelineConfig load(String text) {
    return PipelineFile.parse("p.yaml", text)
        .load(Map.of("MAILER", "mailer"), Adapters.providers(), HANDLERS);
  }

  @Test
  void eachKindNamesAHandlerAndAHandlerMayHaveSeveral() {
    PipelineSettings pipeline = load(FILE).pipeline();

    assertThat(pipeline.handler()).isEmpty();
    assertThat(pipeline.kinds())
        .containsExactly(
            Map.entry("import-airports", "load-airports"),
            Map.entry("send-mail", "mailer"),
            Map.entry("send-bill", "mailer"));
    assertThat(pipeline.tasks().handlers()).containsExactly("load-airports", "mailer");
    assertThat(pipeline.tasks().kindsOf("mailer")).containsExactly("send-mail", "send-bill");
  }

  @Test
  void aHandlersNameMayComeFromTheEnvironment() {
    assertThat(load(FILE.replace("send-mail: mailer", "send-mail: \"${MAILER}\"")).pipeline())
        .satisfies(p -> assertThat(p.kinds()).containsEntry("send-mail", "mailer"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "send-mail: mailer|send-mail: maler"
            + "|p.yaml:4: pipeline.kinds.send-mail: this jar has no handler 'maler'; did you mean"
            + " 'mailer'?",
        "  source:|  handler: mailer\\n  source:"
            + "|p.yaml:4: pipeline.kinds: stands beside 'handler: mailer'",
        "  kinds: {|  kindz: {|pipeline.kindz: unknown key; did you mean 'kinds'?",
        "send-mail: mailer|'send mail': mailer|pipeline.kinds: 'send mail' is no kind: use 1 to 63",
        "send-mail: mailer|send-mail: ''|pipeline.kinds.send-mail",
        "jobs: {}|kafka: { bootstrapServers: b, topics: [t] }"
            + "|p.yaml:4: pipeline.kinds: can't be told apart by the source 'kafka'; name one"
            + " handler for all records",
        "chunks: 8|chunks: 1"
            + "|p.yaml:6: pipeline.concurrency: chunks 1 is less than the 2 handlers that"
            + " pipeline.kinds needs, so that no handler waits for another; raise"
            + " concurrency.chunks",
        "chunks: 8|records: 999"
            + "|pipeline.concurrency: records 999 is less than the 2 chunks of 500, one for each"
            + " handler (pipeline.chunk.records)",
        "chunks: 8|bytes: 1MiB"
            + "|pipeline.concurrency: bytes 1MiB is less than the 2 chunks of 1MiB, one for each"
            + " handler (pipeline.chunk.bytes)",
      })
  void refusesWhatCannotBeMeant(String from, String to, String message) {
    String text = FILE.replace(from, to.replace("\\n", "\n"));
    assertThat(text).isNotEqualTo(FILE);

    assertThatThrownBy(() -> load(text))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"''", "kinds: {}"})
  void oneOfBothIsMandatory(String instead) {
    String text = FILE.replaceFirst("kinds: \\{.*}", instead);

    assertThatThrownBy(() -> load(text))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("pipeline.handler: is missing: Which handler of this jar runs.")
        .hasMessageContaining("'kinds: { KIND: NAME }'");
    assertThatThrownBy(
            () ->
                PipelineFile.parse("p.yaml", text)
                    .outline(Map.of(), Adapters.providers(), HANDLERS))
        .hasMessageContaining("pipeline.handler: is missing");
  }
}
