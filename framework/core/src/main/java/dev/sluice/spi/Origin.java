package dev.sluice.spi;

import dev.sluice.progress.LaneRef;
import java.util.Objects;

/**
 * Where a record was read first that has come again after a delay. It keeps this identity through
 * all its delays, so that its dead letter names the record that was published.
 *
 * @param lane the lane it was first read from
 * @param position its position there
 * @param attempts in how many failed tries it was before it came here
 */
public record Origin(LaneRef lane, long position, int attempts) {

  /** Refuses a missing lane. */
  public Origin {
    Objects.requireNonNull(lane, "lane");
  }
}
