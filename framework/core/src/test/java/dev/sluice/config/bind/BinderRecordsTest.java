package dev.sluice.config.bind;

import static dev.sluice.config.bind.Binding.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.ConfigProblem;
import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Problems;
import dev.sluice.config.Setting;
import dev.sluice.config.yaml.YamlReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BinderRecordsTest {
  record Checked(
      @Setting(doc = "Low.") int low,
      @Setting(doc = "High.") int high,
      @Setting(doc = "Url.", value = "") String url) {
    Checked {
      if (low > high) {
        throw new InvalidSetting("high", "'" + high + "' is below low (" + low + ")");
      }
      if (url.startsWith("bad")) {
        throw new IllegalArgumentException("can't use " + url);
      }
    }
  }

  record Holder(@Setting(doc = "Checked.") Checked checked) {}

  @Test
  void pointsAtTheKeyThatARecordRefuses() {
    assertThat(refuse(Holder.class, "checked:\n  low: 5\n  high: 3\n"))
        .containsExactly(
            new ConfigProblem(
                new dev.sluice.config.Location("p.yaml", 3),
                "checked.high",
                "'3' is below low (5)"));
  }

  @Test
  void passesOverUnknownValuesWhereThatIsTolerated() {
    Problems problems = new Problems();
    Binder binder = new Binder(Interpolation.tolerant(Map.of()), problems, Map.of());

    Optional<Holder> holder =
        binder.record(
            Holder.class,
            YamlReader.document("p.yaml", "checked: {low: 9, high: 1, url: '${NONE}'}"),
            "");

    assertThat(holder).isEmpty();
    assertThat(problems.count()).isZero();
  }

  record Secrets(
      @Setting(doc = "P.", value = "1") int password,
      @Setting(doc = "N.", value = "1") int number,
      @Setting(doc = "M.", value = "1", secret = true) int mine,
      @Setting(doc = "M.", value = "{}") Map<String, Integer> properties) {}

  @Test
  void neverShowsASecretOrWhatAPlaceholderStandsFor() {
    List<ConfigProblem> problems =
        refuse(
            Secrets.class,
            """
            password: hunter2
            mine: hunter3
            number: ${HIDDEN}
            properties: {ssl.key.password: hunter4, sasl.jaas.config: hunter5}
            """);

    assertThat(problems).hasSize(5);
    assertThat(problems.toString()).doesNotContain("hunter").contains("'${HIDDEN}'");
  }

  @Test
  void hidesPasswordsInUrls() {
    assertThat(refuse(Secrets.class, "number: postgres://u:hunter2@host/db?password=hunter3"))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.text())
                    .startsWith("'postgres://u:***@host/db?password=***' is not"));
  }

  @Test
  void cleansTheWordsOfARecordThatRefusesASecret() {
    List<ConfigProblem> problems =
        refuse(Holder.class, "checked: {low: 1, high: 2, url: '${BAD}'}");

    assertThat(problems).extracting(ConfigProblem::text).containsExactly("can't use ***");
  }
}
