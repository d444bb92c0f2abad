package dev.sluice.runtime;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has been opened and how to close it again: in reverse order, each step guarded and given
 * half of the time that is left, the last one all of it, so that one that fails or hangs does not
 * keep the others open. Thread-safe.
 */
final class Closers {
  private static final Logger LOGGER = LoggerFactory.getLogger(Closers.class);

  private record Closer(String name, Function<Duration, Future<Void>> close) {}

  private final Deque<Closer> opened = new ArrayDeque<>();
  private boolean closing;

  /**
   * Remembers how to close something, before it is opened.
   *
   * @return false when closing has begun: do not open it
   */
  synchronized boolean add(String name, Function<Duration, Future<Void>> close) {
    if (closing) {
      return false;
    }
    opened.push(new Closer(name, close));
    return true;
  }

  /** Closes everything, the last opened first. */
  Future<Void> close(Supplier<Duration> left) {
    synchronized (this) {
      closing = true;
    }
    return next(left);
  }

  private Future<Void> next(Supplier<Duration> left) {
    Closer closer;
    boolean last;
    synchronized (this) {
      closer = opened.poll();
      last = opened.isEmpty();
    }
    if (closer == null) {
      return Future.succeededFuture();
    }
    Duration share = last ? left.get() : left.get().dividedBy(2);
    return guarded(closer, share).transform(closed -> next(left));
  }

  private static Future<Void> guarded(Closer closer, Duration within) {
    Future<Void> closed;
    try {
      closed = Objects.requireNonNull(closer.close.apply(within), "it answered with null");
    } catch (RuntimeException | Error e) {
      closed = Future.failedFuture(e);
    }
    return closed
        .timeout(Math.max(1, within.toMillis()), java.util.concurrent.TimeUnit.MILLISECONDS)
        .onFailure(cause -> LOGGER.warn("closing {} failed: {}", closer.name, Causes.brief(cause)));
  }
}
