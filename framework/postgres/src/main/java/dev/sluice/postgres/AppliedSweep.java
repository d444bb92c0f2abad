package dev.sluice.postgres;

import dev.sluice.time.Timers;
import java.time.Duration;

/**
 * Forgets applied records that are older than the retention, few at a time. Those that have
 * committed steps and are not applied stay for {@value #UNFINISHED_DAYS} days at least.
 */
final class AppliedSweep {
  private static final int MOST = 1000;
  private static final int UNFINISHED_DAYS = 365;
  private static final Duration UNFINISHED = Duration.ofDays(UNFINISHED_DAYS);
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final Owning owning;
  private final Timers timers;
  private final AppliedSql sql;
  private final Duration retention;
  private final Trouble trouble = new Trouble();
  private Timers.Timer next;
  private boolean stopped;

  AppliedSweep(Owning owning, Timers timers, AppliedSql sql, Duration retention) {
    this.owning = owning;
    this.timers = timers;
    this.sql = sql;
    this.retention = retention;
  }

  /** From now on; nothing when it goes on already. */
  synchronized void start() {
    if (next == null && !stopped) {
      again(SHORT);
    }
  }

  synchronized void stop() {
    stopped = true;
    if (next != null) {
      next.cancel();
    }
  }

  private synchronized void again(Duration pause) {
    if (!stopped) {
      next = timers.once(pause, this::sweep);
    }
  }

  private void sweep() {
    owning
        .ask(sql.sweep(retention, UNFINISHED, MOST))
        .onComplete(
            swept -> {
              if (swept.failed()) {
                trouble.failed("forgetting applied records", swept.cause());
                again(LONG);
              } else {
                trouble.over();
                // More may be left when it was as many as it may be.
                again(swept.result().rowCount() == MOST ? SHORT : LONG);
              }
            });
  }
}
