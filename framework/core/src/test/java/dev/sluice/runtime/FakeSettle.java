package dev.sluice.runtime;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/** One settle the engine asked for. Answers come from the source's thread. */
final class FakeSettle {
  private final FakeSource source;
  private final List<Settlement> settlements;
  private final Promise<SettleResult> answer = Promise.promise();
  private volatile boolean answered;

  FakeSettle(FakeSource source, List<Settlement> settlements) {
    this.source = source;
    this.settlements = List.copyOf(settlements);
  }

  Future<SettleResult> answer() {
    return answer.future();
  }

  boolean answered() {
    return answered;
  }

  List<Settlement> settlements() {
    return settlements;
  }

  /** The position of the only lane that is settled. */
  long next() {
    if (settlements.size() != 1) {
      throw new AssertionError("not one lane: " + settlements);
    }
    return settlements.get(0).next();
  }

  /** The broker has committed; what is not owned any more is stale. */
  void confirm() {
    answerLater(() -> source.broker().commit(settlements));
  }

  /** The broker did not commit. */
  void fail() {
    answerLater(() -> SettleResult.failed(settlements));
  }

  /** The broker committed, but its answer got lost. */
  void loseAnswer() {
    answerLater(
        () -> {
          SettleResult result = source.broker().commit(settlements);
          return new SettleResult(List.of(), result.stale(), result.settled());
        });
  }

  /** The source breaks its promise and fails. */
  void breakPromise() {
    answered = true;
    source.later(() -> answer.fail(new IllegalStateException("a broken source")));
  }

  private void answerLater(java.util.function.Supplier<SettleResult> result) {
    source.later(
        () -> {
          answered = true;
          answer.complete(result.get());
        });
  }
}
