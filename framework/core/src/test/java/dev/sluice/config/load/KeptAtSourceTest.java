package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.OnFailure;
import dev.sluice.config.PipelineSettings;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A source that keeps what is given up needs no place for dead letters. */
class KeptAtSourceTest {
  record Settings() {}

  /** A table of jobs, for example. */
  static final class Keeping implements SourceProvider<Settings> {
    @Override
    public String name() {
      return "keeping";
    }

    @Override
    public Class<Settings> configType() {
      return Settings.class;
    }

    @Override
    public boolean keepsFailed() {
      return true;
    }

    @Override
    public Source create(Settings config, SourceContext context) {
      throw new AssertionError("not made in these tests");
    }
  }

  private static PipelineSettings load(String line) {
    String text =
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: flights
          handler: load
          source: { keeping: {} }
          %s
          limits: { load: { limit: 2m } }
        """
            .formatted(line);
    return PipelineFile.parse("pipeline.yaml", text)
        .load(
            Map.of(),
            Providers.of(List.of(new Keeping()), List.of(), List.of(), List.of()),
            Set.of("load"))
        .pipeline();
  }

  @Test
  void whatIsGivenUpIsDeadUnlessThePipelineSaysOtherwise() {
    assertThat(load("").afterLastAttempt()).isEqualTo(OnFailure.DEAD_LETTER);
    assertThat(load("").malformedPolicy()).isEqualTo(OnFailure.DEAD_LETTER);
    assertThat(load("retry: { then: stop }").afterLastAttempt()).isEqualTo(OnFailure.STOP);
  }

  @Test
  void theWordNeedsNoPlace() {
    assertThat(load("retry: { then: deadLetter }").afterLastAttempt())
        .isEqualTo(OnFailure.DEAD_LETTER);
    assertThat(load("malformed: deadLetter").malformedPolicy()).isEqualTo(OnFailure.DEAD_LETTER);
  }
}
