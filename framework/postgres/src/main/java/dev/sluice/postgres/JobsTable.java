package dev.sluice.postgres;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The jobs of one queue in the database. One statement a call; nothing is kept here. */
final class JobsTable {
  private static final int MOST_RECLAIMED = 1000;

  private final Database database;
  private final JobsSql sql;
  private final String queue;
  private final long leaseMillis;

  JobsTable(Database database, PostgresJobsConfig config) {
    this.database = database;
    this.sql = new JobsSql(config.tableName());
    this.queue = config.queue();
    this.leaseMillis = config.lease().toMillis();
  }

  /**
   * Claims what is due, in the order of its tokens.
   *
   * @param statement says how many, and of which kind
   * @param mostBytes of payloads; a larger job comes alone
   * @param claimant who claims
   * @param mark of the claimant's owner, or null
   * @param kind the kind, if the statement claims of one
   */
  Future<List<ClaimedJob>> claim(
      ClaimSql statement, long mostBytes, String claimant, String mark, Optional<String> kind) {
    Tuple parameters = Tuple.of(queue, mostBytes, claimant, leaseMillis, mark);
    kind.ifPresent(parameters::addString);
    return ask(statement.claim(), parameters)
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
    int i = 0;
    for (Act act : acts) {
      ids[i] = act.claim().id();
      tokens[i] = act.claim().token();
      kinds[i] = act.kind().sql();
      states[i] = act.state() == null ? null : Buffer.buffer(act.state());
      i++;
    }
    return ask(sql.settle(), Tuple.of(ids, tokens, kinds, states)).map(JobsTable::tokens);
  }

  /**
   * Renews leases; answers with the tokens that nobody has taken.
   *
   * @param mark of the claimant's owner, or null to leave what is there
   */
  Future<Set<Long>> renew(List<Claim> claims, String mark) {
    Long[] ids = claims.stream().map(Claim::id).toArray(Long[]::new);
    Long[] tokens = claims.stream().map(Claim::token).toArray(Long[]::new);
    return ask(sql.renew(), Tuple.of(ids, tokens, leaseMillis, mark)).map(JobsTable::tokens);
  }

  /** Makes jobs available whose lease has run out; answers how many. */
  Future<Integer> reclaim() {
    return ask(sql.reclaim(), Tuple.of(queue, MOST_RECLAIMED)).map(RowSet::rowCount);
  }

  /**
   * Hands back what nobody works on; answers how many.
   *
   * @param claimants how their names begin
   * @param except rows to leave alone
   */
  Future<Integer> release(String claimants, Set<Long> except) {
    return release(claimants, except, false);
  }

  /**
   * Hands back what nobody works on and whose lease has run out; answers how many.
   *
   * @param claimants how their names begin
   * @param except rows to leave alone
   */
  Future<Integer> releaseExpired(String claimants, Set<Long> except) {
    return release(claimants, except, true);
  }

  private Future<Integer> release(String claimants, Set<Long> except, boolean expired) {
    return ask(sql.release(), Tuple.of(queue, claimants, except.toArray(Long[]::new), expired))
        .map(RowSet::rowCount);
  }

  /**
   * Removes jobs that ended in one way and are old enough; answers how many.
   *
   * @param statement of {@link JobsSql#prune}
   */
  Future<Integer> prune(String statement, Duration age) {
    return ask(statement, Tuple.of(queue, age.toMillis())).map(RowSet::rowCount);
  }

  /** Whether anything is due or claimed by anybody, if need be only of a kind. */
  Future<Boolean> busy(ClaimSql statement, Optional<String> kind) {
    Tuple parameters = Tuple.of(queue);
    kind.ifPresent(parameters::addString);
    return ask(statement.busy(), parameters).map(rows -> rows.iterator().next().getBoolean("busy"));
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
