package dev.sluice.runtime;

import dev.sluice.drain.DrainEffect;
import dev.sluice.drain.DrainEvent;
import dev.sluice.drain.DrainState;
import dev.sluice.drain.Step;
import dev.sluice.drain.StopReason;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives the drain machine: feeds it events on the event loop and carries out its effects. A stop
 * may be asked for from any thread; the deadline and a second signal are answered on their own
 * threads from the last state, whether the loop still turns or not.
 */
final class DrainDriver implements Deadline.Watch {
  private static final Logger LOGGER = LoggerFactory.getLogger(DrainDriver.class);

  private static final int SIGINT = 2;
  private static final Duration DEADLINE_AFTER_CLOSE = Duration.ofSeconds(1);

  private final Clock clock;
  private final Timers timers;
  private final EventLoop loop;
  private final Deadline deadline;
  private final Closers closers;
  private final Tally tally;
  private final Phases phases;
  private final StopReporter reporter;
  private final AtomicReference<StopRequest> request = new AtomicReference<>();
  private final Promise<Integer> exit = Promise.promise();
  private final Promise<Void> stopping = Promise.promise();
  private final Deque<DrainEvent> events = new ArrayDeque<>();

  private volatile DrainState state = new DrainState.Starting();
  private volatile Window window = Window.UNKNOWN;
  private PipelineEngine engine;
  private Runnable publish = () -> {};
  private boolean busy;

  DrainDriver(
      Clock clock,
      Timers timers,
      EventLoop loop,
      Deadline deadline,
      Closers closers,
      Tally tally,
      Phases phases,
      StopReporter reporter) {
    this.clock = clock;
    this.timers = timers;
    this.loop = loop;
    this.deadline = deadline;
    this.closers = closers;
    this.tally = tally;
    this.phases = phases;
    this.reporter = reporter;
  }

  /** The figures are known. A stop that came before gets them, counted from its own beginning. */
  void window(Window known) {
    window = known;
    StopRequest early = request.get();
    if (early != null) {
      arm(early);
    }
  }

  /** The engine exists; on the event loop. */
  void engine(PipelineEngine built, Runnable publishSnapshot) {
    engine = built;
    publish = publishSnapshot;
  }

  DrainState state() {
    return state;
  }

  /** Asks for a stop, from any thread. Only the first request counts. */
  void stop(StopReason reason, long atNanos) {
    StopRequest asked = new StopRequest(reason, atNanos);
    if (request.compareAndSet(null, asked)) {
      arm(asked);
      stopping.tryComplete();
      post(new DrainEvent.StopRequested(reason));
    }
  }

  /** Under a lock, so that a stop that races with the figures is not left with the old ones. */
  private synchronized void arm(StopRequest asked) {
    deadline.arm(asked.atNanos() + window.whole().toNanos(), this);
  }

  /** True once a stop was asked for. */
  boolean stopRequested() {
    return request.get() != null;
  }

  /** Completes when a stop is asked for. */
  Future<Void> stopping() {
    return stopping.future();
  }

  /** Completes with the exit code once the report is written. */
  Future<Integer> exit() {
    return exit.future();
  }

  /** An event from any thread. */
  void post(DrainEvent event) {
    loop.execute(() -> fire(event));
  }

  /** An event on the event loop. Effects that raise events have them handled in order. */
  void fire(DrainEvent event) {
    events.add(event);
    if (busy) {
      return;
    }
    busy = true;
    try {
      for (DrainEvent next = events.poll(); next != null; next = events.poll()) {
        Step step = state.on(next);
        if (step.state() != state) {
          LOGGER.debug("{}: {} -> {}", next, state.name(), step.state().name());
        }
        state = step.state();
        step.effects().forEach(this::attempt);
      }
    } finally {
      busy = false;
    }
  }

  /** One effect that fails must not take the others with it: timers bound every phase anyway. */
  private void attempt(DrainEffect effect) {
    try {
      carryOut(effect);
    } catch (RuntimeException | Error e) {
      LOGGER.atError().setCause(e).log("a step of the stop failed: {}", effect);
    }
  }

  private void carryOut(DrainEffect effect) {
    if (effect instanceof DrainEffect.Announce announce) {
      announce(announce.reason());
    } else if (effect instanceof DrainEffect.ArmNeed) {
      timers.once(left(window.need()), () -> fire(new DrainEvent.NeedElapsed()));
    } else if (effect instanceof DrainEffect.StopIntake) {
      phases.begin("intake", window.need());
      stopIntake().onComplete(stopped -> post(new DrainEvent.IntakeStopped()));
    } else if (effect instanceof DrainEffect.AwaitTries) {
      phases.begin("drain", window.need());
      engine.whenTriesOver(() -> fire(new DrainEvent.TriesEnded()));
    } else if (effect instanceof DrainEffect.CutTries) {
      LOGGER.warn("the {} its limits need are over: what still runs is cut", window.need());
      engine.cutTries();
    } else if (effect instanceof DrainEffect.Settle) {
      settle();
    } else if (effect instanceof DrainEffect.Close) {
      close();
    } else if (effect instanceof DrainEffect.Report report) {
      publish.run();
      reporter.report(report, window);
    } else if (effect instanceof DrainEffect.Exit end) {
      exit.tryComplete(end.exitCode());
    } else if (effect instanceof DrainEffect.Halt halt) {
      DeadlineThread.haltNow(halt.exitCode());
    }
  }

  private Future<Void> stopIntake() {
    try {
      return engine.stopIntake();
    } catch (RuntimeException | Error e) {
      LOGGER.atError().setCause(e).log("the source failed to stop its intake");
      return Future.failedFuture(e);
    }
  }

  private void announce(StopReason reason) {
    LOGGER.info("stopping ({}): {} for it", reason.word(), window.whole());
    if (engine != null) {
      long asked = request.get().atNanos();
      engine.announceDrain(asked, asked + window.need().toNanos());
    }
  }

  private Duration left(Duration budget) {
    return budget.minus(clock.since(request.get().atNanos()));
  }

  private void settle() {
    phases.begin("settle", window.commit());
    timers.once(
        window.commit(),
        () -> {
          engine.giveUpSettling();
          fire(new DrainEvent.CommitElapsed());
        });
    engine.settleAll().onComplete(settled -> leave(Boolean.TRUE.equals(settled.result())));
  }

  /** The mark is written last: nothing but a close comes after it. */
  private void leave(boolean settled) {
    DrainState next = state.on(new DrainEvent.Settled(settled)).state();
    engine
        .left(next instanceof DrainState.Closing closing && closing.course().exitCode() == 0)
        .onComplete(written -> post(new DrainEvent.Settled(settled)));
  }

  private void close() {
    phases.begin("close", window.close());
    long endNanos = clock.nanos() + window.close().toNanos();
    // Behind the timer, so that a loop that turns ends the ordinary way.
    deadline.notLaterThan(endNanos + DEADLINE_AFTER_CLOSE.toNanos());
    timers.once(window.close(), () -> fire(new DrainEvent.CloseElapsed()));
    if (engine != null) {
      publish.run();
      engine.close();
    }
    closers
        .close(() -> Duration.ofNanos(Math.max(0, endNanos - clock.nanos())))
        .onComplete(closed -> post(new DrainEvent.Closed()));
  }

  // On the deadline thread and the signal thread.

  @Override
  public void tick() {
    StopRequest asked = request.get();
    if (asked != null && !(state instanceof DrainState.Stopped)) {
      reporter.draining(asked, window);
    }
  }

  @Override
  public int expired() {
    return endNow(new DrainEvent.WindowElapsed(tally.allSettled()));
  }

  /** A second signal: the report is written and the process halted, on the caller's thread. */
  void secondSignal(int number) {
    // Signals are delivered on threads of their own and may overtake each other.
    StopReason reason = number == SIGINT ? StopReason.INT : StopReason.TERM;
    request.compareAndSet(null, new StopRequest(reason, clock.nanos()));
    deadline.haltAfter(() -> endNow(new DrainEvent.SecondSignal(number)), 128 + number);
  }

  private int endNow(DrainEvent event) {
    DrainState now = state;
    StopRequest asked = request.get();
    if (asked != null) {
      // A loop that is stuck has not heard of the request; a state that knows of it ignores it.
      now = now.on(new DrainEvent.StopRequested(asked.reason())).state();
    }
    int exitCode = 1;
    for (DrainEffect effect : now.on(event).effects()) {
      if (effect instanceof DrainEffect.Report report) {
        reporter.reportCutShort(report, window);
      } else if (effect instanceof DrainEffect.Halt halt) {
        exitCode = halt.exitCode();
      }
    }
    // The loop may have come to its end at this very moment and be about to write.
    reporter.awaitWritten();
    return exitCode;
  }
}
