package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows when the store says that somebody else owns a lane which the source has not taken
 * away. Mostly the source just has not told yet. It may also have been a worker that owned the lane
 * before and was late with a question; then the lane is owned again once the source has confirmed
 * it, and what the other has applied is not handed to the handler again. Two that take it from each
 * other again and again are two groups under one name: the lane stops and says so. On the event
 * loop.
 */
final class Retaking {
  private static final Logger LOGGER = LoggerFactory.getLogger(Retaking.class);

  private final Tenures tenures;
  private final Map<LaneRef, LaneRun<?>> lanes;
  private final Supplier<Future<Void>> confirm;
  private final EventLoop loop;
  private final Timers timers;
  private final Backoff backoff;

  /**
   * @param lanes the engine's own map, looked at each time
   * @param confirm asks the source whether the lanes are ours; completes on any thread
   */
  Retaking(
      Tenures tenures,
      Map<LaneRef, LaneRun<?>> lanes,
      Supplier<Future<Void>> confirm,
      EventLoop loop,
      Timers timers,
      Backoff backoff) {
    this.tenures = tenures;
    this.lanes = lanes;
    this.confirm = confirm;
    this.loop = loop;
    this.timers = timers;
    this.backoff = backoff;
  }

  /** The store has refused a claim; one that is not the lane's present one says nothing. */
  void fenced(LaneRef ref, LaneClaim refused) {
    Tenure tenure = tenures.of(ref);
    LaneRun<?> lane = lanes.get(ref);
    if (tenure == null || lane == null || !tenure.lose(refused)) {
      return;
    }
    LOGGER
        .atWarn()
        .addKeyValue("lane", ref.name())
        .log(
            "another worker has taken {} in the store of transactions: nothing of it starts before"
                + " the source has confirmed that it is ours",
            ref.name());
    if (tenure.mayOwnAgain()) {
      confirm(lane, tenure, 1);
    } else {
      lane.halt(
          "another worker takes "
              + ref.name()
              + " in the store of transactions again and again, while the source says that it is"
              + " ours: two groups work under one pipeline.name on one database. Give each a"
              + " pipeline.name of its own and restart");
    }
  }

  private void confirm(LaneRun<?> lane, Tenure tenure, int times) {
    if (!wanted(lane, tenure)) {
      return;
    }
    confirm
        .get()
        .onComplete(
            answer ->
                loop.execute(
                    () -> {
                      if (answer.failed()) {
                        later(lane, tenure, times, answer.cause());
                      } else if (wanted(lane, tenure)) {
                        own(lane, tenure, times);
                      }
                    }));
  }

  private boolean wanted(LaneRun<?> lane, Tenure tenure) {
    return tenures.of(lane.ref()) == tenure && !tenure.held() && lane.mayStart();
  }

  private void own(LaneRun<?> lane, Tenure tenure, int times) {
    tenures
        .ownAgain(tenure)
        .onComplete(
            answer -> {
              if (answer.failed()) {
                later(lane, tenure, times, answer.cause());
              } else {
                lane.wake();
              }
            });
  }

  private void later(LaneRun<?> lane, Tenure tenure, int times, Throwable cause) {
    LOGGER.debug("{} is not owned again yet", lane.ref().name(), cause);
    timers.once(backoff.after(times), () -> confirm(lane, tenure, times + 1));
  }
}
