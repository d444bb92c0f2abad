package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.OnFailure;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.Setting;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A source that makes dead letters of records without an id needs a place for them. */
class MissingIdPlaceTest {
  private static final String PLACE = "deadLetter: { kafka: { topic: dead } }";

  record Settings(@Setting(doc = "Word.", value = "stop") OnFailure missingId) {}

  /** A queue, for example. */
  private record Queue(boolean keepsFailed) implements SourceProvider<Settings> {
    @Override
    public String name() {
      return "queue";
    }

    @Override
    public Class<Settings> configType() {
      return Settings.class;
    }

    @Override
    public boolean deadLettersMissingIds(Settings config) {
      return config.missingId() == OnFailure.DEAD_LETTER;
    }

    @Override
    public Source create(Settings config, SourceContext context) {
      throw new AssertionError("not made in these tests");
    }
  }

  private static PipelineSettings load(boolean keeps, String queue, String line) {
    String text =
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: flights
          handler: load
          source: { queue: { %s } }
          %s
          limits: { load: { limit: 2m } }
        """
            .formatted(queue, line);
    return PipelineFile.parse("p.yaml", text)
        .load(
            Map.of(),
            Providers.of(
                List.of(new Queue(keeps)), List.of(), List.of(new Adapters.Topic()), List.of()),
            Set.of("load"))
        .pipeline();
  }

  @Test
  void theWordWithoutThePlaceIsRefusedWithItsKey() {
    assertThatThrownBy(() -> load(false, "missingId: deadLetter", ""))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "p.yaml:5: pipeline.source.queue.missingId: 'deadLetter' needs a place to write to, and"
                + " there is no pipeline.deadLetter; add one")
        .hasMessageContaining("or write stop");
  }

  @Test
  void itIsTakenWithAPlaceAlsoWhenNothingElseLeadsThere() {
    String only = PLACE + "\n  malformed: stop\n  retry: { then: stop }";

    assertThat(load(false, "missingId: deadLetter", only).source().missingId())
        .isEqualTo(OnFailure.DEAD_LETTER);
    assertThatThrownBy(() -> load(false, "", only))
        .hasMessageContaining("pipeline.deadLetter: is never written to");
  }

  @Test
  void aSourceThatKeepsWhatIsGivenUpNeedsNoPlace() {
    assertThat(load(true, "missingId: deadLetter", "").source().missingId())
        .isEqualTo(OnFailure.DEAD_LETTER);
  }

  @Test
  void aLaneStopsUnlessTheSourceSaysOtherwise() {
    assertThat(load(false, "", PLACE).source().missingId()).isEqualTo(OnFailure.STOP);
  }
}
