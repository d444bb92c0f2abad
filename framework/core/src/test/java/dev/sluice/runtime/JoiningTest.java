package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneLedger;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settling;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoiningTest {
  private final LaneLedger ledger =
      LaneLedger.of(new LaneRef("a", 1), ResumePoint.at(0), Settling.INDIVIDUAL);
  private final LaneAccount account =
      new LaneAccount(
          ledger,
          new Tally(),
          new Ceiling(new ManualClock(), 1, Duration.ofMinutes(1)),
          0,
          false,
          () -> {});

  @Test
  void aSuspectRecordThatIsHandedBackBeforeItsChunkIsForgotten() {
    Joining joining = account.joining();
    long first = ledger.receive(FakeBatch.from(10, "a", "b", "c"));
    joining.alone(List.of(11L, 12L));

    account.handBack(first + 1, first + 2);

    assertThat(joining.joins(10, 11)).isTrue();
    assertThat(joining.joins(10, 12)).isFalse();
    assertThat(joining.free()).isFalse();

    account.handBack(first + 2, first + 3);

    assertThat(joining.free()).isTrue();
  }
}
