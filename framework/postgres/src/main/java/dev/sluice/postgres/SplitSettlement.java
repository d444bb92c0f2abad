package dev.sluice.postgres;

import dev.sluice.progress.Carried;
import dev.sluice.progress.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Splits a settlement by what became of its jobs. Pure. */
final class SplitSettlement {
  private SplitSettlement() {}

  /**
   * A part of a settlement with one outcome.
   *
   * @param settled false when it is stale
   */
  record Part(Settlement settlement, boolean settled) {}

  /**
   * The parts in their order; they cover the settlement without gaps and have as many records.
   *
   * @param claims the claims it touches, ascending, not empty
   * @param held the tokens that held; jobs that are not claimed any more count as stale
   */
  static List<Part> split(Settlement whole, List<Claim> claims, Set<Long> held) {
    List<Part> parts = new ArrayList<>();
    long from = whole.from();
    int first = 0;
    for (int i = 1; i <= claims.size(); i++) {
      boolean settled = held.contains(claims.get(first).token());
      if (i == claims.size() || held.contains(claims.get(i).token()) != settled) {
        long next = i == claims.size() ? whole.next() : claims.get(i).token();
        parts.add(new Part(part(whole, from, next, i - first), settled));
        from = next;
        first = i;
      }
    }
    long unknown = whole.records() - claims.size();
    if (unknown > 0) {
      parts.add(new Part(part(whole, whole.next(), whole.next(), unknown), false));
    }
    return parts;
  }

  private static Settlement part(Settlement whole, long from, long next, long records) {
    if (from == whole.from() && next == whole.next() && records == whole.records()) {
      return whole;
    }
    if (whole instanceof Settlement.HandBack back) {
      return new Settlement.HandBack(
          whole.lane(),
          from,
          next,
          records,
          back.states().stream()
              .filter(state -> state.position() >= from && state.position() < next)
              .toList());
    }
    // What is carried belongs to the lane, and goes with the part that ends where the whole does.
    Carried carried =
        next == whole.next() && whole instanceof Settlement.Done done
            ? done.carried()
            : Carried.NONE;
    return new Settlement.Done(whole.lane(), from, next, records, carried);
  }
}
