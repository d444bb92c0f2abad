package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.load.PipelineFile;
import dev.sluice.config.load.Providers;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.SourceProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps a record that is given up must be agreed on before the first one is. */
class SourceCheckTest {
  private static final Set<Capability> KEEPING =
      Set.of(Capability.INDIVIDUAL, Capability.KEEPS_FAILED);
  private static final Set<Capability> FORGETTING = Set.of(Capability.INDIVIDUAL);

  record Settings() {}

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
    public Source create(Settings config, SourceContext context) {
      throw new AssertionError("not made in these tests");
    }
  }

  private static PipelineSettings pipeline(boolean keepsFailed) {
    String text =
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: flights
          handler: load
          source: { queue: {} }
          limits: { load: { limit: 2m } }
        """;
    return PipelineFile.parse("pipeline.yaml", text)
        .load(
            Map.of(),
            Providers.of(List.of(new Queue(keepsFailed)), List.of(), List.of(), List.of()),
            Set.of("load"))
        .pipeline();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSourceThatSaysWhatItsProviderSaysIsTaken(boolean keeps) {
    assertThatCode(() -> SourceCheck.check(pipeline(keeps), keeps ? KEEPING : FORGETTING))
        .doesNotThrowAnyException();
  }

  @Test
  void aSourceThatWouldBeToldOfDeadRecordsThatItsProviderDoesNotKeepIsRefused() {
    assertThatThrownBy(() -> SourceCheck.check(pipeline(false), KEEPING))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContainingAll(
            "pipeline.source.queue: ", "KEEPS_FAILED", "would be lost", "Fix: have keepsFailed()");
  }

  @Test
  void aProviderThatPromisesWhatItsSourceDoesNotKeepIsRefused() {
    assertThatThrownBy(() -> SourceCheck.check(pipeline(true), FORGETTING))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContainingAll(
            "pipeline.source.queue: the provider says", "would be lost", "Fix: ");
  }
}
