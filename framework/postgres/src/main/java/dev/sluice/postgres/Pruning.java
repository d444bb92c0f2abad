package dev.sluice.postgres;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Removes jobs that have ended, by how and for how long. In small batches, each a transaction of
 * its own that passes over rows that are locked, and a bounded number of them a round. On the
 * private loop only.
 */
final class Pruning {
  static final int BATCH = 1000;

  /** A round may come every two seconds: some workers keep up with what one server can end. */
  static final int BATCHES = 20;

  private record Policy(String statement, Duration age) {}

  private final JobsTable table;
  private final List<Policy> policies = new ArrayList<>();

  Pruning(JobsTable table, PostgresJobsConfig config) {
    this.table = table;
    JobsSql sql = new JobsSql(config.tableName());
    keep("done", Optional.of(config.keepDone()), sql);
    keep("cancelled", Optional.of(config.keepCancelled()), sql);
    keep("dead", config.keepDead(), sql);
  }

  private void keep(String state, Optional<Duration> age, JobsSql sql) {
    age.ifPresent(time -> policies.add(new Policy(sql.prune(state, BATCH), time)));
  }

  /**
   * One round.
   *
   * @return how many jobs went
   */
  Future<Integer> round() {
    Future<Integer> gone = Future.succeededFuture(0);
    for (Policy policy : policies) {
      gone = gone.compose(before -> prune(policy, BATCHES).map(now -> before + now));
    }
    return gone;
  }

  private Future<Integer> prune(Policy policy, int batches) {
    return table
        .prune(policy.statement(), policy.age())
        .compose(
            gone ->
                gone < BATCH || batches == 1
                    ? Future.succeededFuture(gone)
                    : prune(policy, batches - 1).map(more -> gone + more));
  }
}
