package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CutFingerprintTest {
  private static final Duration EVERY = Duration.ofSeconds(1);

  private static CutFingerprint granted(long grace, long preStop, long stopwait, long nodeLimit) {
    return new CutFingerprint(
        Duration.ofSeconds(140),
        Duration.ofSeconds(grace),
        Duration.ofSeconds(preStop),
        Duration.ofSeconds(stopwait),
        Duration.ofSeconds(nodeLimit));
  }

  @ParameterizedTest
  @CsvSource({
    "9300, 'supervisord''s default, 10 s'",
    "10000, 'supervisord''s default, 10 s'",
    "29100, 'the default grace period of Kubernetes, 30 s'",
    "89500, 'systemd''s default, 90 s'",
    "139200, 'its own window of 140 s'"
  })
  void aWaitThatIsWellKnownIsNamed(long elapsed, String layer) {
    assertThat(granted(0, 0, 0, 0).layer(Duration.ofMillis(elapsed), EVERY)).hasValue(layer);
  }

  @Test
  void thePodsClockRunsFromBeforeTheSignal() {
    assertThat(granted(60, 20, 0, 0).layer(Duration.ofMillis(39_400), EVERY))
        .hasValue("the pod's grace period of 60 s");
  }

  @Test
  void theDefaultGracePeriodRunsFromBeforeTheSignalToo() {
    assertThat(granted(0, 20, 0, 0).layer(Duration.ofMillis(9_400), EVERY))
        .hasValue("supervisord's default, 10 s");
    assertThat(granted(0, 20, 45, 0).layer(Duration.ofMillis(9_400), EVERY))
        .hasValue("the default grace period of Kubernetes, 30 s");
    assertThat(granted(0, 20, 0, 0).layer(Duration.ofMillis(29_400), EVERY)).isEmpty();
  }

  @Test
  void theDefaultOfALayerThatWasDeclaredDoesNotHold() {
    assertThat(granted(60, 0, 45, 0).layer(Duration.ofMillis(29_500), EVERY)).isEmpty();
    assertThat(granted(60, 0, 45, 0).layer(Duration.ofMillis(9_500), EVERY)).isEmpty();
    assertThat(granted(60, 0, 45, 0).layer(Duration.ofMillis(89_500), EVERY))
        .hasValue("systemd's default, 90 s");
  }

  @Test
  void whatWasDeclaredWinsOverADefaultThatWaitsAsLong() {
    assertThat(granted(30, 0, 0, 0).layer(Duration.ofMillis(29_500), EVERY))
        .hasValue("the pod's grace period of 30 s");
    assertThat(granted(300, 0, 10, 0).layer(Duration.ofMillis(9_500), EVERY))
        .hasValue("the supervisor's wait of 10 s");
    assertThat(granted(0, 0, 0, 120).layer(Duration.ofMillis(119_700), EVERY))
        .hasValue("the node's limit of 120 s");
  }

  @Test
  void anEndThatNoLayerExplainsIsNotExplained() {
    assertThat(granted(150, 0, 0, 0).layer(Duration.ofSeconds(47), EVERY)).isEmpty();
    assertThat(granted(0, 0, 0, 0).layer(Duration.ofSeconds(11), EVERY)).isEmpty();
    assertThat(granted(0, 0, 0, 0).layer(Duration.ofSeconds(8), EVERY)).isEmpty();
  }

  @Test
  void allLayersThatWaitAsLongAreNamedWhatWasDeclaredFirst() {
    assertThat(granted(30, 0, 30, 0).possible(Duration.ofSeconds(29), Duration.ofSeconds(31)))
        .extracting(CutFingerprint.Candidate::text)
        .containsExactly("the supervisor's wait of 30 s", "the pod's grace period of 30 s");
    assertThat(granted(30, 0, 30, 0).possible(Duration.ofSeconds(12), Duration.ofSeconds(14)))
        .isEmpty();
  }
}
