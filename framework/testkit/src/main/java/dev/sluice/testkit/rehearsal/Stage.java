package dev.sluice.testkit.rehearsal;

import dev.sluice.api.InvalidSetup;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.runtime.EventLoop;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Where workers live one after the other: one event loop, real time, one opened handler. Its
 * methods block and are called by the thread that runs the command.
 *
 * @param <T> the decoded value of a record
 */
final class Stage<T> {
  private static final Duration SLACK = Duration.ofSeconds(10);

  private final Plan<T> plan;
  private final Context context;
  private final Clock clock;
  private final Timers timers;

  Stage(Plan<T> plan, Context context, Clock clock, Timers timers) {
    this.plan = plan;
    this.context = context;
    this.clock = clock;
    this.timers = timers;
  }

  Plan<T> plan() {
    return plan;
  }

  Clock clock() {
    return clock;
  }

  Timers timers() {
    return timers;
  }

  EventLoop loop() {
    return EventLoop.of(context);
  }

  /** How long nothing at all may happen before a rehearsal is given up. */
  Duration patience() {
    return plan.limits().limit().plus(plan.config().shutdown().commit()).plus(SLACK);
  }

  /** A broker of its own with the records of the file. */
  Dealt deal() throws InterruptedException {
    return deal(Optional.empty());
  }

  Dealt deal(Optional<FakeRecord> intruder) throws InterruptedException {
    return onLoop(() -> plan.deck().deal(intruder));
  }

  /** The next worker, with all lanes. */
  Life<T> begin(Dealt dealt, EngineFigures figures, Script script) throws InterruptedException {
    return onLoop(
        () -> {
          Life<T> life = new Life<>(this, dealt, figures, script);
          life.begin();
          return life;
        });
  }

  /** Does something on the loop and waits for its answer. */
  <R> R onLoop(Supplier<R> action) throws InterruptedException {
    Promise<R> answer = Promise.promise();
    loop()
        .execute(
            () -> {
              try {
                answer.complete(action.get());
              } catch (RuntimeException | Error e) {
                answer.fail(e);
              }
            });
    return await(answer.future(), patience(), "the event loop does not turn");
  }

  /** Waits for something to happen. */
  static <R> R await(Future<R> future, Duration within, String otherwise)
      throws InterruptedException {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new Stuck(otherwise + " within " + within.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof InvalidSetup invalid) {
        throw invalid;
      }
      throw new Stuck(otherwise + ": " + e.getCause(), e.getCause());
    }
  }
}
