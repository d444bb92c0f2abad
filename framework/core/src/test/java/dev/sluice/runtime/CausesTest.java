package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CausesTest {

  @Test
  void aCauseIsToldInOneLine() {
    assertThat(Causes.brief(new IllegalStateException("first line\nsecond line")))
        .isEqualTo("IllegalStateException: first line");
    assertThat(Causes.brief(new IllegalStateException())).isEqualTo("IllegalStateException");
    assertThat(Causes.brief(new IllegalStateException("  \n"))).isEqualTo("IllegalStateException");
  }

  @Test
  void aWrapperWithoutAMessageOfItsOwnGivesWayToItsCause() {
    assertThat(
            Causes.brief(new IllegalStateException(null, new IllegalArgumentException("inside"))))
        .isEqualTo("IllegalArgumentException: inside");
  }
}
