package dev.sluice.spi;

import dev.sluice.progress.Settlement;
import java.util.List;

/**
 * What became of settlements. Each one that was asked for is in exactly one list.
 *
 * @param settled the source answered that it is settled
 * @param stale somebody else's by now, and counted as handed back: the lane is not owned any more
 *     in that generation and nothing was sent, or the records of an individual source went back
 *     without being asked for
 * @param failed not settled, or not known to be; the work may come again
 */
public record SettleResult(
    List<Settlement> settled, List<Settlement> stale, List<Settlement> failed) {

  /** Copies the lists. */
  public SettleResult {
    settled = List.copyOf(settled);
    stale = List.copyOf(stale);
    failed = List.copyOf(failed);
  }

  /** Everything settled. */
  public static SettleResult settled(List<Settlement> settlements) {
    return new SettleResult(settlements, List.of(), List.of());
  }

  /** Nothing settled, and nobody knows whether a part is. */
  public static SettleResult failed(List<Settlement> settlements) {
    return new SettleResult(List.of(), List.of(), settlements);
  }
}
