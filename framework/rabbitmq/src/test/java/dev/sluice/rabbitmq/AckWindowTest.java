package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.SystemClock;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The sums are those of docs/shutdown-chain.md, with commit 10 s and linger 1 s. */
class AckWindowTest {
  private static final Duration TEN = Duration.ofSeconds(10);

  private static SourceContext context(
      int limit, int chunk, int chunks, boolean ordered, int attempts) {
    return new SourceContext(
            null,
            new SystemClock(),
            "test",
            new SourceContext.Figures(Duration.ofSeconds(limit), TEN, TEN, TEN),
            chunk)
        .withAttempts(attempts)
        .withWork(
            new SourceContext.Work(
                Duration.ofSeconds(limit),
                Duration.ofSeconds(1),
                chunks,
                ordered,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2)));
  }

  private static Settings settings() {
    return Settings.of("amqp://u:p@localhost:5672", "flights");
  }

  private static long longest(SourceContext context) {
    return AckWindow.of(settings().config(), context).longest().toSeconds();
  }

  @Test
  void theSumFollowsFromLimitPrefetchAndOrder() {
    assertThat(longest(context(120, 100, 4, false, 1))).isEqualTo(251);
    assertThat(longest(context(120, 100, 4, true, 1))).isEqualTo(611);
    assertThat(longest(context(900, 1, 1, true, 1))).isEqualTo(1811);
  }

  @Test
  void retriesInPlaceAreHeldThroughAllTheirTries() {
    // Two more tries of 120 s, after pauses of 1 s and 2 s.
    assertThat(longest(context(120, 100, 4, true, 3))).isEqualTo(611 + 2 * 120 + 1 + 2);
    // Those in delay queues are not held.
    assertThat(longest(context(120, 100, 4, false, 3))).isEqualTo(251);
  }

  @Test
  void aSumThatTheBrokerDoesNotAllowIsRefusedWithItsPartsAndTheWaysOut() {
    SourceContext context = context(900, 1, 1, true, 1);
    assertThatThrownBy(() -> AckWindow.check(settings().config(), context))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("pipeline.source.rabbitmq.deliveryAckTimeout: 30m is not more than")
        .hasMessageContaining("30m11s")
        .hasMessageContaining("linger 1s + (1 + 1 waves) x limit 15m")
        .hasMessageContaining("commit 10s")
        .hasMessageContaining("Fix: raise consumer_timeout at the broker");
    assertThatCode(
            () ->
                AckWindow.check(
                    settings().deliveryAckTimeout(Duration.ofSeconds(1812)).config(), context))
        .doesNotThrowAnyException();
    // More, not as much.
    assertThatThrownBy(
            () ->
                AckWindow.check(
                    settings().deliveryAckTimeout(Duration.ofSeconds(1811)).config(), context))
        .isInstanceOf(InvalidSetup.class);
  }

  @Test
  void queuesShareWhatIsWorkedOnAtOnce() {
    String[] twenty = IntStream.range(0, 20).mapToObj(i -> "q" + i).toArray(String[]::new);
    Settings many = Settings.of("amqp://u:p@localhost:5672", twenty);
    SourceContext unordered = context(120, 100, 4, false, 1);
    // 20 queues x 4 chunks on 4 places: 21 x 2 m, and linger and commit.
    assertThat(AckWindow.of(many.config(), unordered).longest())
        .isEqualTo(Duration.ofSeconds(21 * 120 + 11));
    assertThatThrownBy(() -> AckWindow.check(many.config(), unordered))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining("42m11s")
        .hasMessageContaining(
            "(waves = prefetch 400 / chunk 100, rounded up, x queues 20 / in flight 4, rounded"
                + " up)");
    assertThatCode(() -> AckWindow.check(many.prefetch(100).config(), unordered))
        .doesNotThrowAnyException();
    SourceContext ordered = context(120, 100, 4, true, 1);
    assertThat(AckWindow.of(many.prefetch(400).config(), ordered).longest())
        .isEqualTo(Duration.ofSeconds(21 * 120 + 11));
    assertThatThrownBy(() -> AckWindow.check(many.config(), ordered))
        .isInstanceOf(InvalidSetup.class)
        .hasMessageContaining(
            "(waves = prefetch 400 / chunk 100 x queues 20 / in flight 4, each quotient rounded"
                + " up)");
  }

  @Test
  void aLargerPrefetchMakesMoreWaves() {
    SourceContext context = context(120, 100, 4, false, 1);
    assertThat(AckWindow.prefetch(settings().config(), context)).isEqualTo(400);
    assertThat(AckWindow.of(settings().prefetch(401).config(), context).longest())
        .isEqualTo(Duration.ofSeconds(251 + 120));
  }

  @Test
  void whatIsHeldIsHandedBackWhileThereIsTimeToSettleIt() {
    SourceContext context = context(120, 100, 4, false, 1);
    assertThat(AckWindow.of(settings().config(), context).handBackAfter())
        .isEqualTo(Duration.ofMinutes(30).minusSeconds(20));
  }
}
