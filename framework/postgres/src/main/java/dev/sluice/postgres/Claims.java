package dev.sluice.postgres;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The claims of one generation of the lane by their positions, each with the moment from which its
 * lease surely counts. Bounded by what the engine takes. Not thread-safe; reads no clock.
 */
final class Claims {
  private final NavigableMap<Long, Held> held = new TreeMap<>();

  private static final class Held {
    private final Claim claim;
    private long sinceNanos;

    private Held(Claim claim, long sinceNanos) {
      this.claim = claim;
      this.sinceNanos = sinceNanos;
    }
  }

  /**
   * Takes jobs in.
   *
   * @param askedNanos when they were asked for, which is before their leases began
   */
  void add(List<ClaimedJob> jobs, long askedNanos) {
    jobs.forEach(
        job -> held.put(job.token(), new Held(new Claim(job.id(), job.token()), askedNanos)));
  }

  /** The claims of a stretch of positions, ascending. */
  List<Claim> in(long from, long next) {
    return held.subMap(from, next).values().stream().map(one -> one.claim).toList();
  }

  /** All claims, ascending. */
  List<Claim> all() {
    List<Claim> all = new ArrayList<>(held.size());
    held.values().forEach(one -> all.add(one.claim));
    return all;
  }

  /** The rows of all claims. */
  Set<Long> ids() {
    return held.values().stream().map(one -> one.claim.id()).collect(Collectors.toSet());
  }

  boolean holds(Claim claim) {
    return held.containsKey(claim.token());
  }

  /** Those of some tokens that are claimed. */
  Set<Long> among(Set<Long> tokens) {
    return tokens.stream().filter(held::containsKey).collect(Collectors.toSet());
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  void remove(Collection<Claim> claims) {
    claims.forEach(claim -> held.remove(claim.token()));
  }

  void clear() {
    held.clear();
  }

  /**
   * Leases were renewed.
   *
   * @param tokens which
   * @param askedNanos when it was asked for
   */
  void renewed(Set<Long> tokens, long askedNanos) {
    for (long token : tokens) {
      Held one = held.get(token);
      if (one != null) {
        one.sinceNanos = askedNanos;
      }
    }
  }

  /** Whether some lease may have run out by now. */
  boolean anyOlderThan(Duration lease, long nowNanos) {
    return held.values().stream().anyMatch(one -> nowNanos - one.sinceNanos >= lease.toNanos());
  }
}
