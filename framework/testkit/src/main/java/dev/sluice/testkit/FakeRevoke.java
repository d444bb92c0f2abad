package dev.sluice.testkit;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Lanes that a {@link FakeSource} is taking away. */
public final class FakeRevoke {
  private final FakeSource source;
  private final Set<LaneRef> lanes;
  private final Future<List<Settlement>> answer;

  FakeRevoke(FakeSource source, Set<LaneRef> lanes, Future<List<Settlement>> answer) {
    this.source = source;
    this.lanes = lanes;
    this.answer = answer;
  }

  /** The lanes. */
  public Set<LaneRef> lanes() {
    return lanes;
  }

  /** True once the engine has said what may still be settled. */
  public boolean answered() {
    return answer.isComplete();
  }

  /**
   * What may still be settled.
   *
   * @throws IllegalStateException before {@link #answered()}
   */
  public List<Settlement> settlements() {
    if (!answered()) {
      throw new IllegalStateException("the engine has not answered the revoke of " + lanes);
    }
    return answer.result();
  }

  /** Has the engine's answer looked at, at once if it is there. */
  public void onAnswer(Consumer<List<Settlement>> look) {
    answer.onSuccess(look::accept);
  }

  /** Settles what may be settled and lets the lanes go. */
  public SettleResult release() {
    return released(source.broker().settle(settlements()));
  }

  /** The last settle fails; the lanes go all the same. */
  public SettleResult releaseUnsettled() {
    return released(SettleResult.failed(settlements()));
  }

  /** The last settle is done, but its answer gets lost. */
  public SettleResult releaseUnanswered() {
    SettleResult result = source.broker().settle(settlements());
    return released(new SettleResult(List.of(), result.stale(), result.settled()));
  }

  private SettleResult released(SettleResult result) {
    source.marks().leave(lanes);
    source.engine().lanesReleased(lanes, result);
    return result;
  }

  /** The broker gives the lanes away without waiting for the engine's answer. */
  public void lose() {
    source.lose(lanes);
  }

  @Override
  public String toString() {
    return "revoke " + lanes;
  }
}
