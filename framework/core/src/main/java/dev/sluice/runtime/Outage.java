package dev.sluice.runtime;

import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A dependency of the handler is down: intake pauses, nothing starts but one probe at a time, with
 * growing pauses, until a try gets an answer. No attempt is counted meanwhile. On the event loop.
 */
final class Outage<T> {
  private static final Logger LOGGER = LoggerFactory.getLogger(Outage.class);
  private static final Timers.Timer NONE = () -> {};

  private final Backoff backoff;
  private final Clock clock;
  private final Timers timers;
  private final Runnable pause;
  private final Runnable resume;
  private final Set<Strand<T>> held = new LinkedHashSet<>();

  private boolean down;
  private long sinceNanos;
  private int probes;
  private Strand<T> probe;
  private Timers.Timer timer = NONE;

  /**
   * @param pause stops intake of all lanes
   * @param resume takes it up again and lets every strand go on
   */
  Outage(Backoff backoff, Clock clock, Timers timers, Runnable pause, Runnable resume) {
    this.backoff = backoff;
    this.clock = clock;
    this.timers = timers;
    this.pause = pause;
    this.resume = resume;
  }

  /** Whether a strand may start a try now. */
  boolean admits(Strand<T> strand) {
    return !down || strand == probe;
  }

  boolean down() {
    return down;
  }

  /** For how long it has been so, if it is so. */
  Optional<Duration> age() {
    return down ? Optional.of(clock.since(sinceNanos)) : Optional.empty();
  }

  /** A try says that a dependency is down; its work waits in its strand. */
  void failed(Strand<T> strand, String why) {
    held.add(strand);
    if (!down) {
      down = true;
      sinceNanos = clock.nanos();
      probes = 0;
      LOGGER.warn("a dependency is down, intake pauses and the work is probed: {}", why);
      pause.run();
      next();
    } else if (strand == probe) {
      LOGGER.info("still down after {} s: {}", clock.since(sinceNanos).toSeconds(), why);
      // Another one's turn next time: what is wrong may be wrong with this work alone.
      held.remove(strand);
      held.add(strand);
      next();
    }
  }

  private void next() {
    probe = null;
    probes++;
    timer.cancel();
    timer = timers.once(backoff.after(probes), this::probeNow);
  }

  private void probeNow() {
    if (down && probe == null && !held.isEmpty()) {
      probe = held.iterator().next();
      probe.advance();
    }
  }

  /** A try got an answer, whichever. */
  void answered(Strand<T> strand) {
    if (!held.isEmpty()) {
      held.remove(strand);
    }
    if (down && strand == probe) {
      LOGGER.info("the dependency is back after {} s", clock.since(sinceNanos).toSeconds());
      end();
    }
  }

  /** A strand has given its work away. */
  void left(Strand<T> strand) {
    if (!held.isEmpty() && held.remove(strand) && down) {
      if (held.isEmpty()) {
        end();
      } else if (strand == probe) {
        next();
      }
    }
  }

  private void end() {
    down = false;
    probe = null;
    held.clear();
    timer.cancel();
    timer = NONE;
    resume.run();
  }
}
