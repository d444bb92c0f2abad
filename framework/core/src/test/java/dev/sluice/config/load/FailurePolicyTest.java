package dev.sluice.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.CeilingSettings;
import dev.sluice.config.ConfigException;
import dev.sluice.config.OnFailure;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.RetryRule;
import dev.sluice.config.TroubleKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailurePolicyTest {
  private static final String PLACE = "  deadLetter: { kafka: { topic: flights-dead } }\n";

  @Test
  void readsTheWholePolicy() {
    PipelineSettings pipeline =
        load(
            """
              retry:
                attempts: 3
                then: deadLetter
                rules:
                  - { failure: java.sql.SQLDataException, as: poison, then: skip }
                  - { failure: TimeoutException, as: trouble, then: stop, attempts: 9 }
                  - { failure: ConnectException, as: dependencyDown }
                ceiling: { deadLetters: 7, per: 2m }
              malformed: skip
            """
                + PLACE);

    assertThat(pipeline.afterLastAttempt()).isEqualTo(OnFailure.DEAD_LETTER);
    assertThat(pipeline.malformedPolicy()).isEqualTo(OnFailure.SKIP);
    assertThat(pipeline.retry().attempts()).isEqualTo(3);
    assertThat(pipeline.retry().rules())
        .containsExactly(
            new RetryRule(
                "java.sql.SQLDataException",
                TroubleKind.POISON,
                Optional.of(OnFailure.SKIP),
                Optional.empty()),
            new RetryRule(
                "TimeoutException",
                TroubleKind.TROUBLE,
                Optional.of(OnFailure.STOP),
                Optional.of(9)),
            new RetryRule(
                "ConnectException",
                TroubleKind.DEPENDENCY_DOWN,
                Optional.empty(),
                Optional.empty()));
    assertThat(pipeline.retry().ceiling()).isEqualTo(new CeilingSettings(7, Duration.ofMinutes(2)));
    assertThat(pipeline.deadLetter().orElseThrow().settings())
        .isEqualTo(new Adapters.TopicSettings("flights-dead", ""));
  }

  @Test
  void stopsByDefaultWhereThereIsNoPlaceForDeadLetters() {
    PipelineSettings pipeline = load("  retry: { rules: [{ failure: A, as: poison }] }\n");

    assertThat(pipeline.afterLastAttempt()).isEqualTo(OnFailure.STOP);
    assertThat(pipeline.malformedPolicy()).isEqualTo(OnFailure.STOP);
    assertThat(pipeline.after(pipeline.retry().rules().get(0))).isEqualTo(OnFailure.STOP);
  }

  @Test
  void writesDeadLettersByDefaultWhereThereIsAPlaceForThem() {
    PipelineSettings pipeline = load(PLACE + "  retry: { rules: [{ failure: A, as: poison }] }\n");

    assertThat(pipeline.afterLastAttempt()).isEqualTo(OnFailure.DEAD_LETTER);
    assertThat(pipeline.malformedPolicy()).isEqualTo(OnFailure.DEAD_LETTER);
    assertThat(pipeline.after(pipeline.retry().rules().get(0))).isEqualTo(OnFailure.DEAD_LETTER);
  }

  @Test
  void aRuleFollowsThePipelinesWordUnlessItHasOne() {
    PipelineSettings pipeline =
        load(
            PLACE
                + "  retry: { then: skip, rules: [{ failure: A, as: trouble }, { failure: B, as: trouble,"
                + " then: stop }] }\n");

    assertThat(pipeline.after(pipeline.retry().rules().get(0))).isEqualTo(OnFailure.SKIP);
    assertThat(pipeline.after(pipeline.retry().rules().get(1))).isEqualTo(OnFailure.STOP);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "retry: { then: deadLetter }|p.yaml:7: pipeline.retry.then: 'deadLetter' needs a place",
        "malformed: deadLetter|p.yaml:7: pipeline.malformed: 'deadLetter' needs a place",
        "retry: { rules: [{ failure: A, as: poison }, { failure: B, as: trouble, then: deadLetter }] }|"
            + "p.yaml:7: pipeline.retry.rules[1].then: 'deadLetter' needs a place"
      })
  void refusesDeadLettersWithoutAPlaceForThem(String line, String message) {
    refused("  " + line + "\n", message + " to write to, and there is no pipeline.deadLetter; add");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retry: { then: stop }\n  malformed: skip",
        "malformed: stop\n  retry: { then: skip, rules: [{ failure: A, as: poison, then: stop }] }"
      })
  void refusesAPlaceForDeadLettersThatNothingLeadsTo(String lines) {
    refused(PLACE + "  " + lines + "\n", "p.yaml:7: pipeline.deadLetter: is never written to");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retry: { then: stop }",
        "malformed: skip",
        "retry: { then: stop, rules: [{ failure: A, as: poison, then: deadLetter }] }\n  malformed: stop"
      })
  void takesAPlaceForDeadLettersThatOneWordLeadsTo(String lines) {
    assertThat(load(PLACE + "  " + lines + "\n").deadLetter()).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "then: explode|pipeline.retry.then: 'explode' is not one of deadLetter, skip, stop",
        "rules: { failure: A, as: poison }|pipeline.retry.rules: is a mapping; expected a list",
        "rules: [{ failure: A }]|pipeline.retry.rules[0].as: is missing",
        "rules: [{ as: poison }]|pipeline.retry.rules[0].failure: is missing",
        "rules: [{ failure: A, as: poison }, { failure: B, as: ill }]|pipeline.retry.rules[1].as: 'ill' is not"
            + " one of poison, trouble, dependencyDown",
        "rules: [{ failure: A, as: poison, thn: stop }]|pipeline.retry.rules[0].thn: unknown key; did you"
            + " mean 'then'?",
        "rules: [{ failure: 'not a class', as: poison }]|pipeline.retry.rules[0].failure: 'not a class' is not"
            + " the name of a class",
        "rules: [{ failure: A, as: dependencyDown, then: stop }]|pipeline.retry.rules[0].then: has no use"
            + " beside 'as: dependencyDown'",
        "rules: [{ failure: A, as: dependencyDown, attempts: 2 }]|pipeline.retry.rules[0].attempts: has no"
            + " use beside 'as: dependencyDown'",
        "rules: [{ failure: A, as: poison, attempts: 2 }]|pipeline.retry.rules[0].attempts: has no use"
            + " beside 'as: poison'",
        "rules: [{ failure: A, as: trouble, attempts: 0 }]|pipeline.retry.rules[0].attempts: '0' is not a"
            + " whole number, from 1 to 1000000",
        "rules: [{ failure: A, as: poison }, { failure: B, as: poison }, { failure: A, as: trouble }]|"
            + "pipeline.retry.rules[2].failure: 'A' stands in rules[0] too",
        "ceiling: { deadLetters: 0 }|pipeline.retry.ceiling.deadLetters: '0' is not a whole number",
        "ceiling: { per: 0s }|pipeline.retry.ceiling.per: '0s' is not a duration",
        "backoff: { initial: 1m }|pipeline.retry.backoff.max: '30s' is below initial (1m)"
      })
  void refusesAMistakeInTheRetries(String retry, String message) {
    refused("  retry: { " + retry + " }\n", "p.yaml:7: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "malformed: drop|pipeline.malformed: 'drop' is not one of deadLetter, skip, stop",
        "deadLetter: { kafak: {} }|pipeline.deadLetter.kafak: no such place for dead letters in this"
            + " jar; did you mean 'kafka'? (it has kafka)",
        "deadLetter: {}|pipeline.deadLetter: expected exactly one place for dead letters with its"
            + " settings, as in 'kafka: {...}'; this jar has kafka",
        "deadLetter: kafka|pipeline.deadLetter: expected exactly one place for dead letters",
        "deadLetter: { kafka: {} }|pipeline.deadLetter.kafka.topic: is missing: Topic.",
        "deadLetter: { kafka: { topics: a } }|pipeline.deadLetter.kafka.topics: unknown key; did you",
        "deadLetter: ~|pipeline.deadLetter: has no value"
      })
  void refusesAMistakeInThePlaceForDeadLetters(String line, String message) {
    refused("  " + line + "\n", "p.yaml:7: " + message);
  }

  @Test
  void showsNothingOfAPlaceForDeadLettersButItsName() {
    PipelineSettings pipeline =
        load("  deadLetter: { kafka: { topic: dead, password: '${SECRET}' } }\n");

    assertThat(pipeline.toString()).contains("DeadLetterSettings[kafka]").doesNotContain("hunter2");
  }

  @Test
  void completesTheFileWithThePolicyAndItsPlaceholdersAsTheyWereWritten() {
    PipelineOutline outline =
        PipelineFile.parse(
                "p.yaml",
                PipelineFileTest.SMALLEST
                    + "  retry: { rules: [{ failure: A, as: trouble, attempts: 2 }] }\n"
                    + "  deadLetter: { kafka: { topic: dead, password: '${UNSET}' } }\n"
                    + "  limits: { load-flights: { limit: 2m } }\n")
            .outline(Map.of(), Adapters.providers(), Set.of("load-flights"));

    assertThat(
            outline.completed(
                List.of(
                    outline.effectiveLimits(
                        "load-flights", dev.sluice.api.TaskLimits.declaredByDeployment()))))
        .contains("    rules:\n      -\n", "attempts: 2\n", "password: \"${UNSET}\"\n");
  }

  private static PipelineSettings load(String lines) {
    return PipelineFile.parse("p.yaml", PipelineFileTest.SMALLEST + lines)
        .load(Map.of("SECRET", "hunter2"), Adapters.providers(), Set.of("load-flights"))
        .pipeline();
  }

  private static void refused(String lines, String message) {
    assertThatThrownBy(() -> load(lines))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }
}
