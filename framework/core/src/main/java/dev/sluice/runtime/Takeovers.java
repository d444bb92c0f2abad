package dev.sluice.runtime;

import dev.sluice.chain.CutFingerprint;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the dead: reads the mark that the previous owner of a lane has left, counts it, and says
 * once for each predecessor how it ended. On the event loop.
 */
final class Takeovers {
  private static final Logger LOGGER = LoggerFactory.getLogger(Takeovers.class);
  private static final int REMEMBERED = 64;

  private record Ended(String owner, int run, OwnerMark.Phase phase) {}

  private final OwnerMark self;
  private final Tally tally;
  private final Map<Ended, Boolean> told =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Ended, Boolean> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * @param self a lane that comes back to the run it left is no takeover
   * @param tally counts
   */
  Takeovers(OwnerMark self, Tally tally) {
    this.self = self;
    this.tally = tally;
  }

  /** A lane, or records of it, came to this worker from the owner that left such a mark. */
  void from(OwnerMark mark, LaneRef lane) {
    if (mark.sameRun(self)) {
      return;
    }
    (mark.clean() ? tally.cleanTakeovers : tally.uncleanTakeovers).incrementAndGet();
    Ended ended = new Ended(mark.owner(), mark.run(), mark.phase());
    if (!mark.clean() && told.put(ended, true) == null) {
      LOGGER
          .atWarn()
          .addKeyValue("lane", lane.name())
          .addKeyValue("owner", mark.owner())
          .log("unclean takeover: {}", story(mark));
    }
  }

  /** How an owner ended that did not leave in order. */
  static String story(OwnerMark mark) {
    return switch (mark.phase()) {
      case RUNNING ->
          "previous owner "
              + mark.owner()
              + " ended without a stop: killed, out of memory, its node gone, or cut off from the"
              + " source";
      case DRAINING ->
          "previous owner "
              + mark.owner()
              + " was cut "
              + seconds(mark.elapsed())
              + " s into a window of "
              + seconds(mark.window())
              + " s: "
              + fingerprint(mark).orElse("no known layer waits that long");
      case LEFT -> "previous owner " + mark.owner() + " left in order";
      case CUT ->
          "previous owner "
              + mark.owner()
              + " left, but had cut work or could not settle all within its window of "
              + seconds(mark.window())
              + " s";
    };
  }

  private static Optional<String> fingerprint(OwnerMark mark) {
    OwnerMark.Layers layers = mark.layers();
    return new CutFingerprint(
            mark.window(), layers.grace(), layers.preStop(), layers.stopwait(), layers.nodeLimit())
        .layer(mark.elapsed(), OwnerMarks.EVERY);
  }

  private static long seconds(Duration time) {
    return Math.round(time.toMillis() / 1000.0);
  }
}
