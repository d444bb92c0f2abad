package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.drain.StopReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ShutdownSignalsTest {
  private final ManualClock clock = new ManualClock();
  private final List<Integer> halts = new CopyOnWriteArrayList<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final ShutdownSignals signals = ShutdownSignals.none(clock, halts::add);

  private final ShutdownSignals.Listener listener =
      new ShutdownSignals.Listener() {
        @Override
        public void first(StopReason reason, long atNanos) {
          heard.add("first " + reason + " at " + atNanos);
        }

        @Override
        public void again(int number) {
          heard.add("again " + number);
        }
      };

  @Test
  void theFirstSignalIsToldWithItsTimeAndFurtherOnesWithTheirNumbers() {
    signals.listen(listener);
    signals.arrived(StopReason.TERM, 15);
    clock.advance(Duration.ofSeconds(1));
    signals.arrived(StopReason.INT, 2);
    signals.arrived(StopReason.TERM, 15);

    assertThat(heard).containsExactly("first TERM at -3000000000", "again 2", "again 15");
    assertThat(signals.received()).isTrue();
  }

  @Test
  void aSignalBeforeAnybodyListensIsKeptWithItsTime() {
    signals.arrived(StopReason.INT, 2);
    clock.advance(Duration.ofSeconds(1));
    signals.listen(listener);

    assertThat(heard).containsExactly("first INT at -3000000000");
    assertThat(halts).isEmpty();
  }

  @Test
  void aSecondSignalBeforeAnybodyListensHaltsAtOnce() {
    signals.arrived(StopReason.TERM, 15);
    signals.arrived(StopReason.INT, 2);

    assertThat(halts).containsExactly(130);
  }

  @Test
  void withoutASignalNothingIsHeard() {
    signals.listen(listener);

    assertThat(heard).isEmpty();
    assertThat(signals.received()).isFalse();
  }
}
