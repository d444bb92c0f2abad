package dev.sluice.postgres;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The jobs of one queue in the database. One statement a call; nothing is kept here. */
final class JobsTable {
  private static final int MOST_RECLAIMED = 1000;
  private static final int MOST_SWEPT = 10_000;

  private final Database database;
  private final JobsSql sql;
  private final SettleSql settling;
  private final ReclaimSql reclaiming;
  private final String queue;
  private final long leaseMillis;
  private final long keepMillis;
  private final int attempts;

  /**
   * @param attempts of jobs without a figure of their own
   */
  JobsTable(Database database, PostgresJobsConfig config, int attempts) {
    this.database = database;
    this.sql = new JobsSql(config.tableName());
    this.settling = new SettleSql(config.tableName());
    this.reclaiming = new ReclaimSql(config.tableName());
    this.queue = config.queue();
    this.leaseMillis = config.lease().toMillis();
    this.keepMillis = config.keepDone().toMillis();
    this.attempts = attempts;
  }

  /**
   * Claims what is due, in the order of its tokens.
   *
   * @param most jobs
   * @param mostBytes of payloads; a larger job comes alone
   * @param claimant who claims
   */
  Future<List<ClaimedJob>> claim(int most, long mostBytes, String claimant) {
    return ask(sql.claim(), Tuple.of(queue, most, mostBytes, claimant, leaseMillis))
        .map(
            rows ->
                rows.stream()
                    .map(ClaimedJob::of)
                    .sorted(Comparator.comparingLong(ClaimedJob::token))
                    .toList());
  }

  /** Ends or changes claims; answers with the tokens that held. May be asked again. */
  Future<Set<Long>> settle(Collection<Act> acts) {
    Long[] ids = new Long[acts.size()];
    Long[] tokens = new Long[acts.size()];
    String[] kinds = new String[acts.size()];
    Buffer[] states = new Buffer[acts.size()];
    Long[] againIn = new Long[acts.size()];
    String[] errors = new String[acts.size()];
    int i = 0;
    for (Act act : acts) {
      ids[i] = act.claim().id();
      tokens[i] = act.claim().token();
      kinds[i] = act.kind().sql();
      states[i] = act.state() == null ? null : Buffer.buffer(act.state());
      againIn[i] = act.againIn().toMillis();
      errors[i] = act.error();
      i++;
    }
    return ask(settling.settle(), Tuple.of(ids, tokens, kinds, states, againIn, errors))
        .map(JobsTable::tokens);
  }

  /** Renews leases. */
  Future<Renewed> renew(List<Claim> claims) {
    Long[] ids = claims.stream().map(Claim::id).toArray(Long[]::new);
    Long[] tokens = claims.stream().map(Claim::token).toArray(Long[]::new);
    return ask(sql.renew(), Tuple.of(ids, tokens, leaseMillis))
        .map(
            rows -> {
              Set<Long> unwanted = new HashSet<>();
              for (Row row : rows) {
                if (row.getBoolean("unwanted")) {
                  unwanted.add(row.getLong("token"));
                }
              }
              return new Renewed(tokens(rows), unwanted);
            });
  }

  /** Takes jobs back whose lease has run out. */
  Future<Reclaimed> reclaim() {
    return ask(reclaiming.reclaim(), Tuple.of(queue, MOST_RECLAIMED, attempts))
        .map(
            rows -> {
              Map<String, Integer> jobs = new HashMap<>();
              rows.forEach(row -> jobs.put(row.getString("state"), row.getInteger("jobs")));
              return new Reclaimed(
                  jobs.getOrDefault("available", 0),
                  jobs.getOrDefault("dead", 0),
                  jobs.getOrDefault("cancelled", 0));
            });
  }

  /**
   * Hands back what nobody works on; answers how many.
   *
   * @param claimants how their names begin
   * @param except rows to leave alone
   */
  Future<Integer> release(String claimants, Set<Long> except) {
    return ask(sql.release(), Tuple.of(queue, claimants, except.toArray(Long[]::new)))
        .map(RowSet::rowCount);
  }

  /** Removes finished jobs that are old enough; answers how many. */
  Future<Integer> sweep() {
    return ask(sql.sweep(), Tuple.of(queue, keepMillis, MOST_SWEPT)).map(RowSet::rowCount);
  }

  /** Whether anything is due or claimed by anybody. */
  Future<Boolean> busy() {
    return ask(sql.busy(), Tuple.of(queue)).map(rows -> rows.iterator().next().getBoolean("busy"));
  }

  /** How long a claim holds without being renewed. */
  Duration lease() {
    return Duration.ofMillis(leaseMillis);
  }

  private Future<RowSet<Row>> ask(String statement, Tuple parameters) {
    return database.ask(statement, parameters);
  }

  private static Set<Long> tokens(RowSet<Row> rows) {
    Set<Long> tokens = new HashSet<>();
    rows.forEach(row -> tokens.add(row.getLong("token")));
    return tokens;
  }
}
