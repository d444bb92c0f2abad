package dev.sluice.runtime;

import dev.sluice.api.TryEnded;
import dev.sluice.chain.Durations;
import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.ResumeState;
import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.LaneStanding;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the lanes of a cumulative source in the store of the pipeline's transactions. A lane is
 * owned before it is opened; a store that does not answer is asked again until it does or the lane
 * is gone. On the event loop.
 */
final class Tenures {
  private static final Logger LOGGER = LoggerFactory.getLogger(Tenures.class);

  private final TransactionStore<?> store;
  private final Clock clock;
  private final Timers timers;
  private final EventLoop loop;
  private final Backoff backoff;
  private final Duration within;
  private final Passing passing;
  private final BooleanSupplier mayAsk;
  private final BiConsumer<LaneRef, ResumePoint> owned;
  private final Map<LaneRef, Opening> opening = new LinkedHashMap<>();
  private final Map<LaneRef, Tenure> tenures = new LinkedHashMap<>();
  private List<Opening> unasked = new ArrayList<>();
  private boolean scheduled;
  private int failures;

  /** A lane that waits to be owned. */
  private static final class Opening {
    final LaneRef lane;
    final ResumePoint at;
    final Promise<ResumePoint> answer = Promise.promise();

    Opening(LaneRef lane, ResumePoint at) {
      this.lane = lane;
      this.at = at;
    }
  }

  /** Questions that were asked at once. */
  private static final class Round {
    final List<Opening> failed = new ArrayList<>();
    int outstanding;
    Throwable cause;

    Round(int questions) {
      this.outstanding = questions;
    }
  }

  /**
   * @param within the time for one question
   * @param mayAsk false while it is not sure that lanes are ours, and in a drain
   * @param owned opens a lane where it goes on
   */
  Tenures(
      TransactionStore<?> store,
      Clock clock,
      Timers timers,
      EventLoop loop,
      Backoff backoff,
      Duration within,
      BooleanSupplier mayAsk,
      BiConsumer<LaneRef, ResumePoint> owned) {
    this.store = store;
    this.clock = clock;
    this.timers = timers;
    this.loop = loop;
    this.backoff = backoff;
    this.within = within;
    this.passing = new Passing(store, clock, timers, loop);
    this.mayAsk = mayAsk;
    this.owned = owned;
  }

  /**
   * The source has a lane for this worker. All that come in one turn are asked for together, and
   * lane by lane after a question that was not answered.
   *
   * @return completes when the lane is owned and open; fails when it is gone before
   */
  Future<ResumePoint> open(LaneRef lane, ResumePoint at) {
    Opening begun = new Opening(lane, at);
    opening.put(lane, begun);
    unasked.add(begun);
    if (!scheduled) {
      scheduled = true;
      loop.execute(this::ask);
    }
    return begun.answer.future();
  }

  private void ask() {
    scheduled = false;
    List<Opening> asking = open(unasked);
    unasked = new ArrayList<>();
    if (asking.isEmpty()) {
      return;
    }
    if (!mayAsk.getAsBoolean()) {
      askLater(asking, backoff.after(1));
      return;
    }
    // One lane that can't be owned must not keep the others waiting a second time.
    List<List<Opening>> questions =
        failures == 0 ? List.of(asking) : asking.stream().map(List::of).toList();
    Round round = new Round(questions.size());
    for (List<Opening> question : questions) {
      Map<String, Long> from = new LinkedHashMap<>();
      question.forEach(each -> from.put(each.lane.name(), each.at.position()));
      own(from).onComplete(answer -> loop.execute(() -> answered(round, question, answer)));
    }
  }

  private List<Opening> open(List<Opening> asked) {
    return asked.stream().filter(each -> opening.get(each.lane) == each).toList();
  }

  private void askLater(List<Opening> again, Duration pause) {
    unasked.addAll(again);
    if (!scheduled) {
      scheduled = true;
      timers.once(pause, this::ask);
    }
  }

  private Future<Map<String, LaneStanding>> own(Map<String, Long> from) {
    try {
      return store
          .ownLanes(from, within)
          .compose(
              found ->
                  found.keySet().containsAll(from.keySet())
                      ? Future.succeededFuture(found)
                      : Future.failedFuture(
                          new IllegalStateException(
                              "asked for " + from.keySet() + " it knows " + found.keySet())));
    } catch (RuntimeException | Error e) {
      return Future.failedFuture(e);
    }
  }

  private void answered(
      Round round, List<Opening> asked, AsyncResult<Map<String, LaneStanding>> answer) {
    round.outstanding--;
    if (answer.succeeded()) {
      open(asked).forEach(each -> owned(each, answer.result().get(each.lane.name())));
    } else {
      round.failed.addAll(asked);
      round.cause = answer.cause();
    }
    if (round.outstanding == 0) {
      answered(round);
    }
  }

  private void answered(Round round) {
    List<Opening> wanted = open(round.failed);
    if (wanted.isEmpty()) {
      failures = 0;
    } else {
      failures++;
      Duration pause = backoff.after(failures);
      LOGGER.warn(
          "the store of transactions does not tell where lanes {} go on, asked again in {}: {}",
          wanted.stream().map(each -> each.lane.name()).toList(),
          Durations.print(pause),
          Causes.brief(round.cause));
      askLater(wanted, pause);
    }
  }

  private void owned(Opening begun, LaneStanding standing) {
    opening.remove(begun.lane);
    tenures.put(begun.lane, new Tenure(begun.lane, standing, clock));
    List<ResumeState> states =
        standing
            .state()
            .map(state -> List.of(new ResumeState(standing.position(), state)))
            .orElse(List.of());
    ResumePoint at =
        new ResumePoint(standing.position(), new Carried(List.of(), states), begun.at.previous());
    owned.accept(begun.lane, at);
    begun.answer.complete(at);
  }

  /** A lane that is owned or was; null when it never was or is gone. */
  Tenure of(LaneRef lane) {
    return tenures.get(lane);
  }

  /** Whether nothing of a lane may start, because somebody else has taken it in the store. */
  boolean taken(LaneRef lane) {
    Tenure tenure = tenures.get(lane);
    return tenure != null && !tenure.held();
  }

  /** Lanes are gone. */
  void forget(Collection<LaneRef> gone) {
    openNoMore(gone);
    tenures.keySet().removeAll(List.copyOf(gone));
  }

  /** Lanes are being taken away: those that are not open yet are not opened. */
  void openNoMore(Collection<LaneRef> leaving) {
    for (LaneRef lane : leaving) {
      Opening begun = opening.remove(lane);
      if (begun != null) {
        begun.answer.fail(new TryEnded(lane.name() + " was gone before it was owned"));
      }
    }
  }

  /** Nothing is opened any more. */
  void close() {
    openNoMore(List.copyOf(opening.keySet()));
  }

  /**
   * Raises the epoch of a lane that is open, so that nothing begun before it is committed any more.
   *
   * @return completes on the loop; fails when the store can't tell or the lane is gone
   */
  Future<Tenure> ownAgain(Tenure tenure) {
    String name = tenure.lane().name();
    Promise<Tenure> done = Promise.promise();
    own(Map.of(name, tenure.position()))
        .onComplete(
            answer ->
                loop.execute(
                    () -> {
                      if (answer.failed()) {
                        done.fail(answer.cause());
                      } else if (tenures.get(tenure.lane()) != tenure) {
                        done.fail(new TryEnded(name + " is gone"));
                      } else {
                        tenure.own(answer.result().get(name));
                        done.complete(tenure);
                      }
                    }));
    return done.future();
  }

  /** Moves a lane's position on; see {@link Passing}. */
  Future<Void> pass(Tenure tenure, long next, Duration bound) {
    return passing.pass(tenure, next, bound);
  }
}
