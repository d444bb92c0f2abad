package dev.sluice.postgres;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumeState;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What settlements mean for single jobs, and what the database's answer about jobs means for the
 * settlements. Reads the claims, changes nothing.
 */
final class SettlePlan {
  private final Map<Settlement, List<Claim>> current = new LinkedHashMap<>();
  private final List<Settlement> empty = new ArrayList<>();
  private final List<Settlement> gone = new ArrayList<>();
  private final Map<Claim, Act> acts = new LinkedHashMap<>();

  /**
   * @param settlements none touched by two
   * @param owned the claims of a lane as it is owned now: what belongs to another generation is
   *     stale
   */
  SettlePlan(List<Settlement> settlements, Function<LaneRef, Optional<Claims>> owned) {
    for (Settlement settlement : settlements) {
      Optional<Claims> claims = owned.apply(settlement.lane());
      List<Claim> touched =
          claims.map(of -> of.in(settlement.from(), settlement.next())).orElse(List.of());
      if (settlement.records() == 0 && claims.isPresent()) {
        empty.add(settlement); // It only brings states.
      } else if (touched.isEmpty()) {
        gone.add(settlement);
      } else {
        current.put(settlement, touched);
      }
      if (claims.isPresent() && settlement instanceof Settlement.Done done) {
        keep(done.carried().states(), claims.get());
      }
    }
    current.forEach(this::end);
  }

  /** What a handler left for jobs that go on. */
  private void keep(List<ResumeState> states, Claims claims) {
    for (ResumeState state : states) {
      for (Claim claim : claims.in(state.position(), state.position() + 1)) {
        acts.put(claim, new Act(claim, Act.Kind.KEEP, state.state()));
      }
    }
  }

  private void end(Settlement settlement, List<Claim> claims) {
    if (settlement instanceof Settlement.HandBack back) {
      end(claims, back.states(), Act.Kind.BACK, Duration.ZERO, null);
    } else if (settlement instanceof Settlement.RetryLater later) {
      end(claims, later.states(), Act.Kind.AGAIN, later.after(), later.error());
    } else if (settlement instanceof Settlement.Dead dead) {
      end(claims, dead.states(), Act.Kind.DEAD, Duration.ZERO, dead.error());
    } else {
      claims.forEach(claim -> acts.put(claim, new Act(claim, Act.Kind.DONE, null)));
    }
  }

  private void end(
      List<Claim> claims, List<ResumeState> given, Act.Kind kind, Duration againIn, String error) {
    Map<Long, byte[]> states = new HashMap<>();
    given.forEach(state -> states.put(state.position(), state.state()));
    for (Claim claim : claims) {
      byte[] state = states.get(claim.token());
      Act kept = acts.get(claim);
      byte[] last = state == null && kept != null ? kept.state() : state;
      acts.put(claim, new Act(claim, kind, last, againIn, error));
    }
  }

  /** One act for each job that is touched. */
  Collection<Act> acts() {
    return acts.values();
  }

  /** The claims that end, whatever the answer is. */
  List<Claim> ending() {
    return current.values().stream().flatMap(List::stream).toList();
  }

  /**
   * What became of the settlements.
   *
   * @param held the tokens that held
   */
  SettleResult answered(Set<Long> held) {
    List<Settlement> settled = new ArrayList<>(empty);
    List<Settlement> stale = new ArrayList<>(gone);
    current.forEach(
        (settlement, claims) ->
            SplitSettlement.split(settlement, claims, held)
                .forEach(part -> (part.settled() ? settled : stale).add(part.settlement())));
    return new SettleResult(settled, stale, List.of());
  }

  /** The database did not answer: nobody knows. */
  SettleResult unanswered() {
    List<Settlement> failed = new ArrayList<>(empty);
    failed.addAll(current.keySet());
    return new SettleResult(List.of(), gone, failed);
  }
}
