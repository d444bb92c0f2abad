package dev.sluice.kafka;

import dev.sluice.progress.Carried;
import dev.sluice.progress.ResumePoint;
import java.util.List;

/**
 * What of a partition's log can be read.
 *
 * @param beginning the oldest position there is
 * @param end the position after the last
 */
record ReadableRange(long beginning, long end) {
  /** Nobody has told: the first fetch will. */
  static final ReadableRange UNKNOWN = new ReadableRange(0, Long.MAX_VALUE);

  /** True when a lane can go on at a position. */
  boolean holds(long position) {
    return position >= beginning && position <= end;
  }

  /** Where a policy goes on; must not be asked about {@link OutOfRange#STOP}. */
  long target(OutOfRange policy) {
    return switch (policy) {
      case EARLIEST -> beginning;
      case LATEST -> end;
      case STOP -> throw new IllegalArgumentException("a lane that stops goes on nowhere");
    };
  }

  /** How many positions a jump leaves unread, as far as the log still tells. */
  long skipped(long from, long to) {
    // Beyond the end is another log's position: what this one holds before the target was not read.
    return Math.max(0, to - (from > end ? beginning : from));
  }

  /** What was done beyond a target stays done, unless the position was another log's. */
  ResumePoint moved(ResumePoint from, long to) {
    List<Carried.Stretch> beyond =
        from.position() > end
            ? List.of()
            : from.carried().beyond().stream()
                .filter(stretch -> stretch.next() > to)
                .map(stretch -> new Carried.Stretch(Math.max(to, stretch.from()), stretch.next()))
                .toList();
    return new ResumePoint(to, new Carried(beyond, List.of()), from.previous());
  }

  /**
   * Why a lane stands still.
   *
   * @param advice what an operator can do about it
   */
  IllegalStateException stopped(String topic, long position, String advice) {
    return new IllegalStateException(
        "position "
            + position
            + (position > end
                ? " is beyond the end of the log, "
                    + end
                    + ": the topic '"
                    + topic
                    + "' was probably recreated"
                : " is not in the log any more, which begins at "
                    + beginning
                    + ": retention has deleted "
                    + (beginning - position)
                    + " positions that were not done")
            + advice);
  }

  /** What an operator can do about a lane that stands still. */
  static String advice() {
    return "; nothing is skipped: stop the group's workers and move its position with 'worker seek',"
        + " or set pipeline.source.kafka.outOfRange";
  }
}
