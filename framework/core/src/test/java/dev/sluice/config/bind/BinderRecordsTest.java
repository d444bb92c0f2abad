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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  record Several(
      @Setting(doc = "Many.") List<Checked> many,
      @Setting(doc = "Odd.", value = "1") int odd,
      @Setting(doc = "Refused.", value = "") String refused) {
    Several {
      if (!refused.isEmpty()) {
        throw new InvalidSetting(refused, "is refused");
      }
    }
  }

  @Test
  void namesTheItemOfAListThatIsWrong() {
    assertThat(
            refuse(
                Several.class,
                """
                many:
                  - { low: 1, high: x }
                  - { low: 1, hihg: 2 }
                  - low: 4
                    high: 3
                  - text
                """))
        .extracting(ConfigProblem::toString)
        .satisfiesExactly(
            one -> assertThat(one).startsWith("p.yaml:2: many[0].high: 'x' is not a whole"),
            one ->
                assertThat(one)
                    .startsWith("p.yaml:3: many[1].hihg: unknown key; did you mean 'high'?"),
            one -> assertThat(one).startsWith("p.yaml:3: many[1].high: is missing: High."),
            one -> assertThat(one).isEqualTo("p.yaml:5: many[2].high: '3' is below low (4)"),
            one ->
                assertThat(one)
                    .startsWith("p.yaml:6: many[3]: is a value; expected a mapping of low, high"));
  }

  @ParameterizedTest
  @CsvSource({
    "many[1].high, 5",
    "many[1].url, 4",
    "many[0], 2",
    "many[7].high, 1",
    "many, 1",
    "odd, 6",
    "odd.one, 6",
    "other.one, 1"
  })
  void pointsAtAPathThatARecordRefuses(String path, int line) {
    String text =
        """
        many:
          - low: 1
            high: 2
          - low: 3
            high: 4
        odd: 1
        refused: %s
        """;

    assertThat(refuse(Several.class, text.formatted(path)))
        .extracting(ConfigProblem::toString)
        .containsExactly("p.yaml:" + line + ": " + path + ": is refused");
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
