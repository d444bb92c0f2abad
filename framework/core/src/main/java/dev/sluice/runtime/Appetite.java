package dev.sluice.runtime;

import dev.sluice.config.Ordering;
import dev.sluice.drain.LaneState;
import dev.sluice.spi.Source;
import java.util.Collection;

/**
 * Pauses lanes at the source when they hold enough, each by itself or all together, and resumes
 * them when half of that is worked off. What the engine holds, running and waiting, is so bounded
 * by its settings and what was on its way when a lane was paused. On the event loop.
 */
final class Appetite<T> {
  /**
   * What is done and waits for the source's confirmation is done again after a crash. It counts as
   * bytes held, but so many times more records of it may wait: a worker that is fast does not wait
   * for the answers to its commits.
   */
  private static final long UNCONFIRMED = 16;

  private final EngineSettings settings;
  private final Source source;
  private final Collection<LaneRun<T>> lanes;
  private long records;
  private long unconfirmed;
  private long bytes;
  private boolean tight;
  private boolean suspended;

  /**
   * @param lanes the engine's lanes, looked at each time
   */
  Appetite(EngineSettings settings, Source source, Collection<LaneRun<T>> lanes) {
    this.settings = settings;
    this.source = source;
    this.lanes = lanes;
  }

  /**
   * What a lane holds may have changed.
   *
   * @param draining nothing is paused or resumed any more
   */
  void changed(LaneRun<T> lane, boolean draining) {
    LaneLoad load = lane.account().load();
    // A lane that ends takes nothing more, and what it has done behind a hole may stay for good: it
    // must not keep the others from going on.
    boolean open = lane.state() instanceof LaneState.Open;
    long nowRecords = open ? lane.ledger().held() : 0;
    long nowUnconfirmed = open ? lane.ledger().span() - nowRecords : 0;
    long nowBytes = open ? load.bytes() : 0;
    records += nowRecords - load.toldRecords();
    unconfirmed += nowUnconfirmed - load.toldUnconfirmed();
    bytes += nowBytes - load.toldBytes();
    load.told(nowRecords, nowUnconfirmed, nowBytes);
    if (draining) {
      return;
    }
    if (full(lane)) {
      pause(lane);
    } else if (overHalf()) {
      // Nothing of this lane may come up again: it goes on when the others have worked theirs off.
      tight |= load.paused();
    } else {
      // Once for all lanes after they were too much together, otherwise each for itself.
      if (tight) {
        tight = false;
        resumeAll();
      } else {
        resume(lane);
      }
    }
  }

  /** Pauses every lane, or lets all go on that don't hold enough. */
  void suspend(boolean now) {
    suspended = now;
    if (now) {
      lanes.forEach(this::pause);
    } else if (overHalf()) {
      tight = true;
    } else {
      tight = false;
      resumeAll();
    }
  }

  private void resumeAll() {
    lanes.forEach(this::resume);
  }

  private boolean full(LaneRun<T> lane) {
    boolean together =
        records >= settings.maxRecords()
            || bytes >= settings.maxBytes()
            || unconfirmed >= UNCONFIRMED * settings.maxRecords();
    tight |= together;
    return suspended
        || together
        || lane.bufferedRecords() >= ample()
        || lane.ledger().held() >= source.keepsBeyond();
  }

  private boolean overHalf() {
    return records > settings.maxRecords() / 2
        || bytes > settings.maxBytes() / 2
        || unconfirmed > UNCONFIRMED * settings.maxRecords() / 2;
  }

  /**
   * A lane whose chunks run side by side may hold its share of everything; one that runs them one
   * after the other what nobody else holds, so that it is not paused again and again while it is as
   * fast as its source.
   */
  private long ample() {
    long two = 2L * settings.chunkRecords();
    return settings.ordering() == Ordering.LANE
        ? Math.max(two, settings.maxRecords() - records)
        : Math.max(two, settings.maxRecords() / Math.max(1, lanes.size()));
  }

  private void pause(LaneRun<T> lane) {
    if (!lane.account().load().paused() && lane.state() instanceof LaneState.Open) {
      lane.account().load().paused(true);
      source.pause(lane.ref());
    }
  }

  private void resume(LaneRun<T> lane) {
    if (lane.account().load().paused()
        && lane.state() instanceof LaneState.Open
        && lane.bufferedRecords() < ample() / 2
        && lane.ledger().held() < source.keepsBeyond()) {
      lane.account().load().paused(false);
      source.resume(lane.ref());
    }
  }
}
