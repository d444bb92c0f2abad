package dev.sluice.runtime;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what other threads do, looking often. */
final class Eventually {
  private Eventually() {}

  static void eventually(Callable<Boolean> condition) {
    await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2)).until(condition);
  }
}
