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
  private final SettleSql settling;
  private final ReclaimSql reclaiming;
  private final String queue;
  private final long leaseMillis;
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
    this.attempts = attempts;
  }

  /**
   * Claims what is due, in the order of its tokens.
   *
   * @param statement says how many, and of which kind
   * @param from goes on from this place only, or null for all places
   * @param mostBytes of payloads; a larger job comes alone
   * @param claimant who claims
   * @param mark of the claimant's owner, or null
   * @param kind the kind, if the statement claims of one
   */
  Future<List<ClaimedJob>> claim(
      ClaimSql statement,
      ClaimedJob.Place from,
      long mostBytes,
      String claimant,
      String mark,
      Optional<String> kind) {
    Tuple parameters = Tuple.of(queue, mostBytes, claimant, leaseMillis, mark);
    if (from != null) {
      parameters.addInteger(from.priority()).addOffsetDateTime(from.runAt()).addLong(from.id());
    }
    kind.ifPresent(parameters::addString);
    return ask(from == null ? statement.claim() : statement.goOn(), parameters)
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

  /**
   * Renews leases.
   *
   * @param mark of the claimant's owner, or null to leave what is there
   */
  Future<Renewed> renew(List<Claim> claims, String mark) {
    Long[] ids = claims.stream().map(Claim::id).toArray(Long[]::new);
    Long[] tokens = claims.stream().map(Claim::token).toArray(Long[]::new);
    return ask(sql.renew(), Tuple.of(ids, tokens, leaseMillis, mark)).map(Renewed::of);
  }

  /** Takes jobs back whose lease has run out. */
  Future<Reclaimed> reclaim() {
    return ask(reclaiming.reclaim(), Tuple.of(queue, MOST_RECLAIMED, attempts, leaseMillis))
        .map(Reclaimed::of);
  }

  /**
   * Hands back what nobody works on, except rows that are locked; answers how many.
   *
   * @param claimants how their names begin
   * @param except rows to leave alone
   */
  Future<Integer> release(String claimants, Set<Long> except) {
    return release(sql.release(false), claimants, except, false);
  }

  /**
   * Hands back everything; answers how many. Those whose rows are locked come last, when they are
   * free: they hold none of the others up.
   *
   * @param claimants how their names begin
   */
  Future<Integer> releaseAll(String claimants) {
    return release(claimants, Set.of())
        .compose(
            free ->
                release(sql.release(true), claimants, Set.of(), false)
                    .map(locked -> free + locked));
  }

  /**
   * Hands back what nobody works on and whose lease has run out, except rows that are locked;
   * answers how many.
   *
   * @param claimants how their names begin
   * @param except rows to leave alone
   */
  Future<Integer> releaseExpired(String claimants, Set<Long> except) {
    return release(sql.release(false), claimants, except, true);
  }

  private Future<Integer> release(
      String statement, String claimants, Set<Long> except, boolean expired) {
    return ask(statement, Tuple.of(queue, claimants, except.toArray(Long[]::new), expired))
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
