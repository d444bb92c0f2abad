package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.DependencyDown;
import dev.sluice.config.OnFailure;
import dev.sluice.config.RetryRule;
import dev.sluice.config.TroubleKind;
import dev.sluice.spi.Attempt;
import dev.sluice.spi.Batch;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailurePolicyTest {
  private static final RetryRule POISON =
      new RetryRule(
          "ArithmeticException", TroubleKind.POISON, Optional.of(OnFailure.SKIP), Optional.empty());
  private static final RetryRule PATIENT =
      new RetryRule("IllegalStateException", TroubleKind.TROUBLE, Optional.empty(), Optional.of(7));
  private static final RetryRule AWAY =
      new RetryRule(
          "UnsupportedOperationException",
          TroubleKind.DEPENDENCY_DOWN,
          Optional.empty(),
          Optional.empty());
  private static final RetryRule NOT_AWAY =
      new RetryRule(
          "java.net.UnknownHostException", TroubleKind.TROUBLE, Optional.empty(), Optional.empty());

  static FailurePolicy policy(int attempts, RetryRule... rules) {
    return new FailurePolicy(
        new FailureSettings(
            attempts,
            Duration.ofMillis(100),
            Duration.ofSeconds(10),
            OnFailure.DEAD_LETTER,
            OnFailure.STOP,
            OnFailure.STOP,
            List.of(rules),
            100,
            Duration.ofMinutes(1)),
        // The random figure of zero: pauses are half of their ceiling.
        new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10), () -> 0),
        cause -> "ours".equals(cause.getMessage()));
  }

  static Work work(int size, int failures) {
    FakeBatch batch =
        FakeBatch.from(0, IntStream.range(0, size).mapToObj(i -> "v").toArray(String[]::new));
    return new Work(
        new Stretches(List.of(new Stretches.Stretch(batch, 0, 0, size))), failures, true);
  }

  private static String verdict(FailurePolicy.Verdict verdict) {
    if (verdict instanceof FailurePolicy.Retry retry) {
      return "retry after " + retry.pause().toMillis();
    }
    if (verdict instanceof FailurePolicy.Split split) {
      return "split after " + split.pause().toMillis();
    }
    return verdict instanceof FailurePolicy.GivenUp given ? given.how().name() : "down";
  }

  @ParameterizedTest
  @CsvSource({
    // size, failures before, attempts
    "500, 0, 5, retry after 50",
    "500, 1, 5, split after 50",
    "250, 2, 5, split after 50",
    "2, 9, 5, split after 50",
    "500, 0, 2, retry after 50",
    "500, 0, 1, split after 50",
    "1, 0, 5, retry after 50",
    "1, 1, 5, retry after 100",
    "1, 3, 5, retry after 400",
    "1, 4, 5, DEAD_LETTER",
    "1, 9, 5, DEAD_LETTER",
    "1, 0, 1, DEAD_LETTER",
  })
  void aChunkIsSplitFromItsSecondFailureOnAndOnlyARecordAloneIsGivenUp(
      int size, int failures, int attempts, String expected) {
    FailurePolicy.Verdict verdict =
        policy(attempts).judge(work(size, failures), new IllegalArgumentException("no"));

    assertThat(verdict(verdict)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"500, 0, split after 50", "1, 0, SKIP", "1, 8, SKIP"})
  void whatARuleCallsPoisonIsNotTriedAgainAndEndsAsTheRuleSays(
      int size, int failures, String expected) {
    FailurePolicy.Verdict verdict =
        policy(5, POISON).judge(work(size, failures), new ArithmeticException("/ by zero"));

    assertThat(verdict(verdict)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "500, 0, retry after 50",
    "500, 1, split after 50",
    "1, 5, retry after 1600",
    "1, 6, DEAD_LETTER"
  })
  void aRuleHasAttemptsOfItsOwn(int size, int failures, String expected) {
    FailurePolicy.Verdict verdict =
        policy(2, POISON, PATIENT).judge(work(size, failures), new IllegalStateException("busy"));

    assertThat(verdict(verdict)).isEqualTo(expected);
  }

  @Test
  void whatIsRecognisedAsAwayIsDownHoweverOftenItFailed() {
    FailurePolicy policy = policy(1, AWAY);

    for (Throwable cause :
        List.of(
            new DependencyDown("no sink", null),
            new ConnectException("refused"),
            new UnknownHostException("db"),
            new IllegalArgumentException("outside", new ConnectException("refused")),
            new IllegalArgumentException("ours"),
            new UnsupportedOperationException("by rule"))) {
      assertThat(verdict(policy.judge(work(500, 0), cause))).as("%s", cause).isEqualTo("down");
      assertThat(verdict(policy.judge(work(1, 99), cause))).isEqualTo("down");
    }
  }

  @Test
  void aRuleSaysOtherwiseThanWhatWouldBeRecognised() {
    assertThat(
            verdict(
                policy(5, NOT_AWAY).judge(work(1, 4), new UnknownHostException("typed by hand"))))
        .isEqualTo("DEAD_LETTER");
  }

  @Test
  void theFirstRuleThatMatchesCounts() {
    RetryRule stop =
        new RetryRule(
            "ArithmeticException",
            TroubleKind.POISON,
            Optional.of(OnFailure.STOP),
            Optional.empty());

    assertThat(verdict(policy(5, stop, POISON).judge(work(1, 0), new ArithmeticException())))
        .isEqualTo("STOP");
  }

  @Test
  void causesInACircleAreLookedAtOnceAround() {
    Exception one = new IllegalArgumentException("one");
    Exception two = new IllegalArgumentException("two", one);
    one.initCause(two);

    assertThat(verdict(policy(5).judge(work(1, 0), one))).isEqualTo("retry after 50");
  }

  /** One record, counted by its source. */
  private static Work counted(int attempt, OptionalInt most) {
    FakeBatch plain = FakeBatch.from(0, "v");
    Batch batch =
        (Batch)
            Proxy.newProxyInstance(
                Batch.class.getClassLoader(),
                new Class<?>[] {Batch.class},
                (proxy, method, arguments) ->
                    method.getName().equals("attempt")
                        ? Optional.of(new Attempt(attempt, most))
                        : method.invoke(plain, arguments));
    return new Work(new Stretches(List.of(new Stretches.Stretch(batch, 0, 0, 1))), 9, true);
  }

  @Test
  void aSourceThatCountsAttemptsIsGivenTheRecordBackUntilTheyAreUsedUp() {
    RuntimeException failure = new RuntimeException("no");

    assertThat(policy(3).judge(counted(1, OptionalInt.empty()), failure))
        .isEqualTo(new FailurePolicy.Later(Duration.ofMillis(50)));
    assertThat(policy(3).judge(counted(2, OptionalInt.empty()), failure))
        .isEqualTo(new FailurePolicy.Later(Duration.ofMillis(100)));
    assertThat(policy(3).judge(counted(3, OptionalInt.empty()), failure))
        .isEqualTo(new FailurePolicy.GivenUp(OnFailure.DEAD_LETTER));
    assertThat(policy(3).judge(counted(3, OptionalInt.of(4)), failure))
        .as("its own figure")
        .isInstanceOf(FailurePolicy.Later.class);
    assertThat(policy(3, POISON).judge(counted(1, OptionalInt.of(4)), new ArithmeticException()))
        .isEqualTo(new FailurePolicy.GivenUp(OnFailure.SKIP));
    assertThat(policy(3, AWAY).judge(counted(3, OptionalInt.of(3)), unsupported()))
        .isEqualTo(new FailurePolicy.Down());
  }

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("away");
  }
}
