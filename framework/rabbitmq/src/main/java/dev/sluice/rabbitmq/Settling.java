package dev.sluice.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Settles: sends failed messages to their delay queues and waits until they are there, answers the
 * deliveries, and waits until the broker has answered on the channel after that. On the source's
 * thread only.
 */
final class Settling {
  private final SourceThread thread;
  private final Function<LaneRef, OpenLane> lanes;
  private final Republishing republishing;

  /**
   * @param lanes finds the lane that is owned now as this one, or null
   */
  Settling(SourceThread thread, Function<LaneRef, OpenLane> lanes, Republishing republishing) {
    this.thread = thread;
    this.lanes = lanes;
    this.republishing = republishing;
  }

  /** One call: what became of what so far. */
  private final class Round {
    private final List<Settlement> settled = new ArrayList<>();
    private final List<Settlement> stale = new ArrayList<>();
    private final List<Settlement> failed = new ArrayList<>();
    private final List<Settlement> sent = new ArrayList<>();
    private final Promise<SettleResult> answer = Promise.promise();

    private void send(List<Settlement> settlements) {
      Map<LaneRef, List<Settlement>> byLane = new LinkedHashMap<>();
      settlements.forEach(
          each -> byLane.computeIfAbsent(each.lane(), ref -> new ArrayList<>()).add(each));
      List<Future<Void>> confirmations = new ArrayList<>();
      byLane.forEach((ref, mine) -> confirmations.add(send(ref, mine)));
      Future.join(confirmations).onComplete(over -> thread.run(this::complete));
    }

    private Future<Void> send(LaneRef ref, List<Settlement> mine) {
      OpenLane lane = lanes.apply(ref);
      if (lane == null) {
        stale.addAll(mine);
        return Future.succeededFuture();
      }
      try {
        for (Settlement each : mine) {
          answer(lane, each);
        }
      } catch (IOException | ShutdownSignalException e) {
        failed.addAll(mine);
        return Future.succeededFuture();
      }
      sent.addAll(mine);
      return lane.confirmed()
          .onComplete(
              confirmed ->
                  thread.run(() -> (confirmed.succeeded() ? settled : failed).addAll(mine)));
    }

    private void answer(OpenLane lane, Settlement each) throws IOException {
      if (each instanceof Settlement.HandBack) {
        lane.giveBack(each.from(), each.next());
      } else {
        // A message that comes again later waits elsewhere by now; a dead one has its letter.
        lane.acknowledge(each.from(), each.next());
      }
    }

    private void complete() {
      answer.tryComplete(new SettleResult(settled, stale, failed));
    }

    private void giveUp(List<Settlement> all) {
      if (answer.future().isComplete()) {
        return;
      }
      List<Settlement> open = new ArrayList<>(all);
      open.removeAll(settled);
      open.removeAll(stale);
      answer.tryComplete(new SettleResult(settled, stale, open));
    }
  }

  /**
   * Settles.
   *
   * @param within give up after this: what the broker has not answered for by then has failed
   * @return never fails
   */
  Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    Round round = new Round();
    Runnable forget = thread.after(within, () -> round.giveUp(settlements));
    List<Settlement> ready = new ArrayList<>();
    List<Future<Void>> kept = new ArrayList<>();
    for (Settlement each : settlements) {
      OpenLane lane = lanes.apply(each.lane());
      if (each instanceof Settlement.RetryLater later && lane != null) {
        kept.add(
            republishing
                .keep(lane, later, within)
                .onComplete(
                    done ->
                        thread.run(() -> (done.succeeded() ? ready : round.failed).add(later))));
      } else {
        ready.add(each);
      }
    }
    if (kept.isEmpty()) {
      round.send(ready);
    } else {
      Future.join(kept).onComplete(over -> thread.run(() -> round.send(ready)));
    }
    return round.answer.future().onComplete(over -> forget.run());
  }
}
