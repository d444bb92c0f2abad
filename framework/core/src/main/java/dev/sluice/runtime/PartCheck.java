package dev.sluice.runtime;

import dev.sluice.api.InvalidSetup;
import dev.sluice.chain.Durations;
import dev.sluice.spi.Checked;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a part on the event loop, asks it what it finds, and closes it whatever it says. */
final class PartCheck {
  private static final Logger LOGGER = LoggerFactory.getLogger(PartCheck.class);
  private static final Duration SLACK = Duration.ofSeconds(1);
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Context loop;
  private final Duration within;

  /**
   * @param within what each part is given; one that does not keep to it is given up soon after
   */
  PartCheck(Context loop, Duration within) {
    this.loop = loop;
    this.within = within;
  }

  /**
   * Begins.
   *
   * @param what names the part, for a finding of our own
   * @return never fails
   */
  <P> Future<List<Checked>> look(
      String what,
      Supplier<P> make,
      Function<P, Future<List<Checked>>> check,
      BiFunction<P, Duration, Future<Void>> close) {
    return onLoop(() -> Future.succeededFuture(make.get()))
        .compose(
            part ->
                onLoop(() -> check.apply(part))
                    .timeout(within.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS)
                    .eventually(() -> closed(what, part, close)))
        .recover(failure -> Future.succeededFuture(List.of(failed(what, failure))));
  }

  private <P> Future<Void> closed(
      String what, P part, BiFunction<P, Duration, Future<Void>> close) {
    return onLoop(() -> close.apply(part, CLOSE))
        .timeout(CLOSE.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS)
        .recover(
            failure -> {
              LOGGER.debug("{} does not close", what, failure);
              return Future.succeededFuture();
            });
  }

  private Checked failed(String what, Throwable failure) {
    if (failure instanceof InvalidSetup refused) {
      return Checked.failed(what, refused.getMessage());
    }
    LOGGER.debug("{} can't be checked", what, failure);
    return Checked.failed(
        what,
        failure instanceof TimeoutException
            ? "has not answered within startup ("
                + Durations.print(within)
                + ")\nFix: find out what it waits for, or raise startup"
            : Causes.brief(failure));
  }

  private <A> Future<A> onLoop(Supplier<Future<A>> action) {
    Promise<A> done = Promise.promise();
    loop.runOnContext(
        v -> {
          try {
            action.get().onComplete(done);
          } catch (RuntimeException | Error e) {
            done.fail(e);
          }
        });
    return done.future();
  }
}
