package dev.sluice.time;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Timers of a Vert.x instance whose actions run on one context. */
public final class VertxTimers implements Timers {
  private final Vertx vertx;
  private final Context context;

  /**
   * @param vertx makes the timers
   * @param context where the actions run
   */
  public VertxTimers(Vertx vertx, Context context) {
    this.vertx = vertx;
    this.context = context;
  }

  @Override
  public Timer once(Duration delay, Runnable action) {
    long id = vertx.setTimer(millis(delay), fired -> context.runOnContext(v -> action.run()));
    return () -> vertx.cancelTimer(id);
  }

  @Override
  public Timer every(Duration interval, Runnable action) {
    long id = vertx.setPeriodic(millis(interval), fired -> context.runOnContext(v -> action.run()));
    return () -> vertx.cancelTimer(id);
  }

  private static long millis(Duration delay) {
    // Rounded up: a limit is never enforced early.
    return Math.max(1, delay.plusNanos(999_999).toMillis());
  }
}
