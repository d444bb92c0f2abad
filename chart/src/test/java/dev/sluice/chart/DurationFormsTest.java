package dev.sluice.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.sluice.chain.Durations;
import dev.sluice.chain.Golden;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationFormsTest {
  private static final long WITHOUT_PRE_STOP = 1;

  static Stream<Golden> good() {
    return Golden.file("durations.yaml").<Map<String, Object>>list("good").stream()
        .map(Golden::new);
  }

  static Stream<Golden> goodNumbers() {
    return good().filter(form -> text(form).matches("[0-9]+([.][0-9]+)?"));
  }

  static Stream<String> bad() {
    return Golden.file("durations.yaml").<String>list("bad").stream();
  }

  @ParameterizedTest
  @MethodSource("good")
  void everyAcceptedFormIsReadFromText(Golden form) {
    assertThat(graceWithPreStop('"' + text(form) + '"'))
        .isEqualTo(WITHOUT_PRE_STOP + form.number("seconds").orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("goodNumbers")
  void aNumberInAFileIsSeconds(Golden form) {
    assertThat(graceWithPreStop(text(form)))
        .isEqualTo(WITHOUT_PRE_STOP + form.number("seconds").orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({"5,6", "1000000,1000001", "0,1"})
  void aNumberOnTheCommandLineIsSeconds(String number, long grace) {
    Manifests manifests =
        Release.of(preStop("7")).set("shutdown.preStop", Long.valueOf(number)).render();

    assertThat(grace(manifests)).isEqualTo(grace);
  }

  @ParameterizedTest
  @MethodSource("bad")
  void everythingElseIsRefusedInTheWorkersWords(String text) {
    Throwable workers = catchThrowable(() -> Durations.parse("shutdown.preStop", text));
    Release release = Release.of(preStop('"' + text + '"'));

    assertThatThrownBy(release::render).hasMessageContaining(workers.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[5]", "{ a: 5 }", "true", "-5", "-0.5", "31536001", "1.0e300"})
  void whatIsNoDurationInYamlIsRefusedNamingItsKey(String yaml) {
    Release release = Release.of(preStop(yaml));

    assertThatThrownBy(release::render)
        .hasMessageContaining("shutdown.preStop: \"")
        .hasMessageContaining("\" is not a duration; write 90s, 2m,");
  }

  @Test
  void aKeyWithoutAValueIsRefusedInTheWorkersWords() {
    Throwable workers = catchThrowable(() -> Durations.parse("shutdown.preStop", null));

    assertThatThrownBy(Release.of(preStop("null"))::render)
        .hasMessageContaining(workers.getMessage());
  }

  @Test
  void aLimitOfZeroIsRefusedInTheWorkersWords() {
    String key = "pipeline.limits.job.limit";
    Throwable workers = catchThrowable(() -> Durations.parsePositive(key, "0s"));
    Release release = Release.of(Pipelines.withLimit("0s"));

    assertThatThrownBy(release::render).hasMessageContaining(workers.getMessage());
  }

  private static long graceWithPreStop(String yaml) {
    return grace(Release.of(preStop(yaml)).render());
  }

  private static long grace(Manifests manifests) {
    return manifests.pod().at("spec", "terminationGracePeriodSeconds").number();
  }

  private static String preStop(String yaml) {
    return Pipelines.withLimit("1s")
        + "shutdown: { commit: 0, close: 0, margin: 0, preStop: "
        + yaml
        + " }\n";
  }

  private static String text(Golden form) {
    return form.text("text").orElseThrow();
  }
}
