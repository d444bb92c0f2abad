package dev.sluice.postgres;

import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles what the engine says. On the private loop only. */
final class Settling {
  private static final Logger LOGGER = LoggerFactory.getLogger(Settling.class);

  private final JobsTable table;
  private final JobsLanes lanes;
  private final Insistence insistence;
  private final Set<Claim> underWay = new HashSet<>();

  Settling(JobsTable table, JobsLanes lanes, Insistence insistence) {
    this.table = table;
    this.lanes = lanes;
    this.insistence = insistence;
  }

  /** Whether the answer about a claim is outstanding. */
  boolean underWay(Claim claim) {
    return underWay.contains(claim);
  }

  /** Asks until the database answers or the time is up; see {@link JobsTable#settle}. */
  Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    SettlePlan plan = new SettlePlan(settlements, lanes::claims);
    if (plan.acts().isEmpty()) {
      return Future.succeededFuture(plan.answered(Set.of()));
    }
    List<Claim> ending = plan.ending();
    underWay.addAll(ending);
    return insistence
        .on(within, () -> table.settle(plan.acts()))
        .map(
            held -> {
              lanes.all().forEach(lane -> lane.claims().remove(ending));
              return plan.answered(held);
            })
        .otherwise(
            failure -> {
              LOGGER.warn("settling {} jobs failed: {}", ending.size(), String.valueOf(failure));
              return plan.unanswered();
            })
        .onComplete(over -> ending.forEach(underWay::remove));
  }
}
