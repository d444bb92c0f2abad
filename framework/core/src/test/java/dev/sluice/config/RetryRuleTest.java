package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryRuleTest {
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Throwable failure =
      new IllegalStateException(new UncheckedIOException(new ConnectException("refused")));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "IllegalStateException",
        "java.lang.IllegalStateException",
        "java.io.UncheckedIOException",
        "ConnectException",
        "java.net.SocketException",
        "IOException"
      })
  void meansTheFailureItsCausesAndTheirSuperclasses(String name) {
    assertThat(rule(name).matches(failure)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.net.IOException", "Connect", "connectexception", "SQLException"})
  void meansNoOtherClass(String name) {
    assertThat(rule(name).matches(failure)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Refused",
        "dev.sluice.config.RetryRuleTest.Refused",
        "dev.sluice.config.RetryRuleTest$Refused"
      })
  void knowsANestedClassByEitherOfItsNames(String name) {
    assertThat(rule(name).matches(new Refused())).isTrue();
  }

  @Test
  void bearsCausesThatGoInACircle() {
    Exception one = new IOException();
    Exception other = new RuntimeException(one);
    one.initCause(other);

    assertThat(rule("SQLException").matches(one)).isFalse();
    assertThat(rule("RuntimeException").matches(one)).isTrue();
  }

  private static RetryRule rule(String name) {
    return new RetryRule(name, TroubleKind.TROUBLE, Optional.empty(), Optional.empty());
  }
}
