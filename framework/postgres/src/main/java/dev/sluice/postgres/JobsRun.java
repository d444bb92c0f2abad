package dev.sluice.postgres;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.MarkText;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.SourceContext;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A source that is open: its parts and what is asked of them. On the private loop only. */
final class JobsRun {
  private static final int MOST_JOBS = 1000;

  private final String queue;
  private final String claimants;
  private final JobsTable table;
  private final JobsLanes lanes;
  private final List<Claimer> claimers = new ArrayList<>();
  private final Settling settling;
  private final Leases leases;
  private final Insistence insistence;
  private final Optional<JobsNews> news;

  JobsRun(
      PostgresJobsConfig config,
      SourceContext context,
      Engine engine,
      PrivateLoop loop,
      Database database) {
    String instance = context.pipeline() + "-" + UUID.randomUUID();
    this.queue = config.queue();
    this.claimants = JobsLane.claimants(instance);
    this.table = new JobsTable(database, config, context.attempts());
    this.insistence = new Insistence(context.clock(), loop.timers());
    DepartedOwners departed = new DepartedOwners();
    this.lanes =
        new JobsLanes(
            kinds(context.kinds()).stream()
                .map(
                    kind ->
                        new JobsLane(engine, config.tableName(), queue, kind, instance, departed))
                .toList());
    this.news =
        config.listens()
            ? Optional.of(
                new JobsNews(
                    database, loop.timers(), config.tableName(), this::heard, this::wakeAll))
            : Optional.empty();
    Tidying tidying =
        new Tidying(
            table, lanes, claimants, new Pruning(table, config), context.clock(), this::wakeAll);
    int most = Math.min(MOST_JOBS, context.chunkRecords());
    for (JobsLane lane : lanes.all()) {
      claimers.add(
          new Claimer(
              table,
              new ClaimSql(config.tableName(), lane.kind().isPresent(), config.order(), most),
              lane,
              lanes,
              loop,
              context.clock(),
              config.poll(),
              () -> news.map(JobsNews::arrive).orElse(false),
              tidying::left));
    }
    this.settling = new Settling(table, lanes, insistence);
    this.leases = new Leases(table, lanes, settling, tidying, context.clock(), this::wakeOf);
  }

  /** One for each kind, or one for jobs of any. */
  static List<Optional<String>> kinds(Set<String> named) {
    return named.isEmpty()
        ? List.of(Optional.empty())
        : named.stream().sorted().map(Optional::of).toList();
  }

  void start(PrivateLoop loop) {
    lanes.all().forEach(JobsLane::open);
    leases.start(loop.timers());
    wakeAll();
    news.ifPresent(JobsNews::start);
  }

  private void wakeAll() {
    claimers.forEach(Claimer::wake);
  }

  private void wakeOf(JobsLane lane) {
    claimers.stream().filter(claimer -> claimer.lane() == lane).forEach(Claimer::wake);
  }

  private void heard(String queueAndKind) {
    if (!queueAndKind.startsWith(queue + "/")) {
      return;
    }
    String kind = queueAndKind.substring(queue.length() + 1);
    claimers.stream()
        .filter(claimer -> claimer.lane().kind().map(kind::equals).orElse(true))
        .forEach(Claimer::wake);
  }

  void pause(LaneRef ref) {
    lanes.all().forEach(lane -> lane.pause(ref, true));
  }

  void resume(LaneRef ref) {
    lanes.all().forEach(lane -> lane.pause(ref, false));
    lanes.current(ref).ifPresent(this::wakeOf);
  }

  /** Nothing is handed to the engine after it. */
  Future<Void> stopIntake() {
    lanes.all().forEach(JobsLane::leave);
    return Future.join(claimers.stream().map(Claimer::stop).toList()).mapEmpty();
  }

  Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    // Work that is done or handed back often leaves work behind.
    return settling.settle(settlements, within).onComplete(over -> wakeAll());
  }

  /**
   * Writes an owner's mark to everything claimed, and to what is claimed from now on; asks the
   * server thereby whether what is claimed is still ours.
   */
  Future<Void> mark(OwnerMark mark) {
    lanes.mark(MarkText.write(mark));
    return leases.confirm();
  }

  Future<Idleness> idleness(Set<LaneRef> except) {
    List<Future<Boolean>> asked =
        claimers.stream()
            .filter(claimer -> !except.contains(claimer.lane().ref()))
            .map(Claimer::busy)
            .toList();
    return Future.all(asked)
        .map(answers -> answers.<Boolean>list().contains(true) ? Idleness.BEHIND : Idleness.IDLE);
  }

  /** How long ago the thread last did its round. Callable from any thread. */
  Duration sinceBeat() {
    return leases.sinceBeat();
  }

  /** Hands back whatever is still claimed, by any generation. */
  Future<Integer> leave(Duration within) {
    Duration half = within.dividedBy(2);
    news.ifPresent(JobsNews::stop);
    return stopIntake()
        .timeout(Math.max(1, half.toMillis()), TimeUnit.MILLISECONDS)
        .otherwiseEmpty()
        .compose(quiet -> insistence.on(half, () -> table.releaseAll(claimants)))
        .onComplete(over -> leases.stop());
  }
}
