package dev.sluice.runtime;

import dev.sluice.spi.Batch;
import java.util.function.Consumer;

/**
 * What is kept in order inside a lane: holds what no chunk has been cut from, and feeds strands. On
 * the event loop.
 */
interface LaneOrder {

  /** Takes in the records {@code [from, to)} of a batch whose first record has a number. */
  void add(Batch batch, long first, int from, int to);

  /** Starts what may start of the records that have just come. */
  void advance();

  /** Starts what may start of everything: something that held it back is over. */
  void wake();

  /**
   * Takes the record with a number out, if no chunk has been cut from it.
   *
   * @return false when it is not here
   */
  boolean remove(long number);

  /** Records that no chunk has been cut from. */
  long records();

  /** Hands over what no chunk has been cut from, and forgets it. */
  void drain(Consumer<RawChunk> sink);

  /** The order for a setting. */
  static <T> LaneOrder of(LaneRun<T> lane, LaneParts<T> parts) {
    return switch (parts.settings().ordering()) {
      case LANE -> new LaneAsOne<>(lane, parts);
      case KEY -> new KeySlots<>(lane, parts);
      case NONE -> new Unordered<>(lane, parts);
    };
  }
}
