package dev.sluice.runtime;

import dev.sluice.api.TryEnded;
import dev.sluice.config.OnFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** Records that a handler rejects from inside its try, on one lane. On the event loop. */
final class Rejects<T> {
  private final LaneRun<T> lane;
  private final LaneParts<T> parts;
  private final StrandLog log;

  Rejects(LaneRun<T> lane, LaneParts<T> parts) {
    this.lane = lane;
    this.parts = parts;
    this.log = new StrandLog(lane.ref(), parts);
  }

  /** Gives one record of a try in flight up, as the policy says; once only. */
  Future<Void> reject(RunningTry<T> current, int index, Throwable cause) {
    Future<Void> begun = current.records().rejected(index);
    if (begun != null) {
      return begun;
    }
    Work record = current.work().part(index, index + 1);
    if (record.rest().open(lane.ledger()) == null) {
      current.records().buried(index);
      return Future.succeededFuture();
    }
    OnFailure how = parts.settings().failures().then();
    String reason = log.rejected(record, how, cause);
    if (how == OnFailure.SKIP) {
      current.records().buried(index);
      lane.account().skip(record.rest());
      return Future.succeededFuture();
    }
    if (how == OnFailure.STOP) {
      return stop(reason);
    }
    if (!lane.account().underCeiling()) {
      return stop(log.ceiling(reason));
    }
    if (parts.burials().atSource()) {
      log.dead(record, cause);
      current.records().buried(index);
      lane.account().dead(record.rest(), Causes.brief(cause));
      return Future.succeededFuture();
    }
    return bury(current, index, cause, record);
  }

  /** The record has not ended and will not in this try. */
  private Future<Void> stop(String reason) {
    lane.halt(reason);
    return Future.failedFuture(new IllegalStateException(reason));
  }

  private Future<Void> bury(RunningTry<T> current, int index, Throwable cause, Work record) {
    Promise<Void> ended = Promise.promise();
    current.records().rejecting(index, ended.future());
    parts
        .burials()
        .write(lane.ref(), record.rest(), cause, record.failures(), current.progress()::alive)
        .onComplete(
            written ->
                parts
                    .loop()
                    .execute(() -> buried(current, index, record, cause, written.cause(), ended)));
    return ended.future();
  }

  private void buried(
      RunningTry<T> current,
      int index,
      Work record,
      Throwable cause,
      Throwable failure,
      Promise<Void> ended) {
    if (!current.progress().alive()) {
      ended.fail(new TryEnded("the try was over before the dead letter was confirmed"));
    } else if (failure == null) {
      log.buried(record, cause);
      current.records().buried(index);
      parts.burials().confirmed(lane.account(), record.rest(), cause);
      ended.complete();
    } else {
      String reason = log.notBuried(record, cause, failure);
      lane.halt(reason);
      ended.fail(new IllegalStateException(reason, failure));
    }
    current.records().written(index);
  }
}
