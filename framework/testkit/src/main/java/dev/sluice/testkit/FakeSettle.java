package dev.sluice.testkit;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;

/** One settle that the engine asked a {@link FakeSource} for. Answered at most once. */
public final class FakeSettle {
  private final FakeBroker broker;
  private final List<Settlement> settlements;
  private final Duration within;
  private final Promise<SettleResult> answer = Promise.promise();
  private boolean answered;

  FakeSettle(FakeBroker broker, List<Settlement> settlements, Duration within) {
    this.broker = broker;
    this.settlements = settlements;
    this.within = within;
  }

  /** What was asked for. */
  public List<Settlement> settlements() {
    return settlements;
  }

  /** The time the source was given. */
  public Duration within() {
    return within;
  }

  /** Whether the engine has its answer. */
  public boolean answered() {
    return answered;
  }

  /** The broker settles; what is not owned any more is stale. */
  public SettleResult confirm() {
    return reply(broker.settle(settlements));
  }

  /** The broker does not settle. */
  public SettleResult fail() {
    return reply(SettleResult.failed(settlements));
  }

  /** The broker settles, but its answer gets lost. */
  public SettleResult loseAnswer() {
    SettleResult result = broker.settle(settlements);
    return reply(new SettleResult(List.of(), result.stale(), result.settled()));
  }

  /**
   * The first so many settlements are settled, the others fail.
   *
   * @param first how many, at most all
   */
  public SettleResult confirmOnly(int first) {
    SettleResult result = broker.settle(settlements.subList(0, first));
    return reply(
        new SettleResult(
            result.settled(), result.stale(), settlements.subList(first, settlements.size())));
  }

  private SettleResult reply(SettleResult result) {
    if (answered) {
      throw new IllegalStateException("this settle is answered: " + settlements);
    }
    answered = true;
    answer.complete(result);
    return result;
  }

  Future<SettleResult> answer() {
    return answer.future();
  }

  @Override
  public String toString() {
    return "settle " + settlements;
  }
}
