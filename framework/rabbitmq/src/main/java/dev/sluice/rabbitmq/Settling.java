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
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Settles: answers deliveries, and waits until the broker has answered on the channel after that. A
 * failed message goes to its delay queue first; nothing else waits for it. On the source's thread
 * only.
 */
final class Settling {
  /** Such a call takes one of the engine's few; it asks again, and the message goes on its way. */
  private static final Duration FOR_DELAY_QUEUES = Duration.ofSeconds(1);

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

  /**
   * Settles.
   *
   * @param within give up after this: what the broker has not answered for by then has failed
   * @return never fails
   */
  Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    Round round = new Round(settlements);
    Runnable noLonger = thread.after(within, round::giveUp);
    Runnable forget =
        within.compareTo(FOR_DELAY_QUEUES) > 0
            ? thread.after(FOR_DELAY_QUEUES, round::giveUpRetries)
            : () -> {};
    round.begin(settlements);
    return round
        .answer
        .future()
        .onComplete(
            over -> {
              noLonger.run();
              forget.run();
            });
  }

  /** One call: what became of what so far. */
  private final class Round {
    private final Set<Settlement> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private final IdentityHashMap<Settlement.RetryLater, OpenLane> republished =
        new IdentityHashMap<>();
    private final Map<LaneRef, Sent> sent = new LinkedHashMap<>();
    private final List<Settlement> settled = new ArrayList<>();
    private final List<Settlement> stale = new ArrayList<>();
    private final List<Settlement> failed = new ArrayList<>();
    private final Promise<SettleResult> answer = Promise.promise();

    Round(List<Settlement> all) {
      open.addAll(all);
    }

    void begin(List<Settlement> all) {
      List<Settlement.RetryLater> retries = new ArrayList<>();
      for (Settlement each : all) {
        OpenLane lane = lanes.apply(each.lane());
        if (lane == null) {
          over(List.of(each), stale);
        } else if (each instanceof Settlement.RetryLater later) {
          retries.add(later);
          republished.put(later, lane);
        } else {
          send(lane, each);
        }
      }
      sent.values().forEach(Sent::confirm);
      retries.forEach(this::republish);
      over(List.of(), settled);
    }

    private void send(OpenLane lane, Settlement each) {
      try {
        if (each instanceof Settlement.HandBack) {
          lane.giveBack(each.from(), each.next());
        } else {
          // A dead one has its letter.
          lane.acknowledge(each.from(), each.next());
        }
        sent(lane).unconfirmed.add(each);
      } catch (IOException | ShutdownSignalException e) {
        over(List.of(each), failed);
      }
    }

    private Sent sent(OpenLane lane) {
      return sent.computeIfAbsent(lane.ref(), ref -> new Sent(this, lane));
    }

    private void republish(Settlement.RetryLater later) {
      OpenLane lane = republished.get(later);
      republishing
          .keep(lane, later)
          .onComplete(
              kept -> {
                if (kept.failed()) {
                  notKept(later);
                } else if (republished.remove(later) != null) {
                  sent(lane).unconfirmed.add(later);
                  sent(lane).confirm();
                }
              });
    }

    private void notKept(Settlement.RetryLater later) {
      OpenLane lane = republished.remove(later);
      if (lane == null) {
        return;
      }
      if (!republishing.heldTooLong(lane, later)) {
        over(List.of(later), failed);
        return;
      }
      try {
        lane.giveBack(later.from(), later.next());
        over(List.of(later), stale);
      } catch (IOException | ShutdownSignalException e) {
        over(List.of(later), failed);
      }
    }

    void giveUpRetries() {
      new ArrayList<>(republished.keySet()).forEach(this::notKept);
    }

    void giveUp() {
      republished.clear();
      over(List.copyOf(open), failed);
    }

    /** What is over already stays as it is. */
    void over(Collection<Settlement> some, List<Settlement> how) {
      for (Settlement each : some) {
        if (open.remove(each)) {
          how.add(each);
        }
      }
      if (open.isEmpty()) {
        answer.tryComplete(new SettleResult(settled, stale, failed));
      }
    }
  }

  /** What one round has sent on one lane: the broker is asked once for all of it that waits. */
  private final class Sent {
    private final Round round;
    private final OpenLane lane;
    private final List<Settlement> unconfirmed = new ArrayList<>();
    private boolean asking;

    Sent(Round round, OpenLane lane) {
      this.round = round;
      this.lane = lane;
    }

    void confirm() {
      if (asking || unconfirmed.isEmpty()) {
        return;
      }
      asking = true;
      List<Settlement> mine = List.copyOf(unconfirmed);
      unconfirmed.clear();
      lane.confirmed()
          .onComplete(
              confirmed ->
                  thread.run(
                      () -> {
                        asking = false;
                        round.over(mine, confirmed.succeeded() ? round.settled : round.failed);
                        confirm();
                      }));
    }
  }
}
