package dev.sluice.postgres;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.spi.Engine;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lane of the source as it is owned now: all its jobs, or those of one kind. A loss ends its
 * generation with everything claimed in it and begins the next. On the private loop only.
 */
final class JobsLane {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobsLane.class);

  private final Engine engine;
  private final String home;
  private final Optional<String> kind;
  private final String instance;
  private final DepartedOwners departed;
  private final Claims claims = new Claims();
  private LaneRef ref;
  private long next;
  private boolean paused;
  private boolean leaving;

  /**
   * @param table that the jobs are in
   * @param queue whose jobs
   * @param kind of which kind, or of any
   * @param instance who claims, different for every opening of a source
   * @param departed those that the source has told of
   */
  JobsLane(
      Engine engine,
      TableName table,
      String queue,
      Optional<String> kind,
      String instance,
      DepartedOwners departed) {
    this.engine = engine;
    this.home = table + "/" + queue;
    this.kind = kind;
    this.instance = instance;
    this.departed = departed;
    this.ref = new LaneRef(name(queue, kind), 1);
  }

  /** How the lane is called that has the jobs of a queue, if need be only those of one kind. */
  static String name(String queue, Optional<String> kind) {
    return "jobs/" + queue + kind.map(named -> "/" + named).orElse("");
  }

  void open() {
    engine.laneOpened(ref, ResumePoint.at(next));
  }

  LaneRef ref() {
    return ref;
  }

  Claims claims() {
    return claims;
  }

  /** Of which kind its jobs are, if it has only one. */
  Optional<String> kind() {
    return kind;
  }

  /** Who claims in this generation. */
  String claimant() {
    return claimants(instance) + kind.map(named -> named + "/").orElse("") + ref.generation();
  }

  /** How the names begin of all claimants of one instance. */
  static String claimants(String instance) {
    return instance + "@";
  }

  boolean paused() {
    return paused;
  }

  /** Pauses or resumes, if that lane is the current one. */
  void pause(LaneRef lane, boolean pause) {
    if (lane.equals(ref)) {
      paused = pause;
    }
  }

  /** No generation begins any more. */
  void leave() {
    leaving = true;
  }

  /**
   * Hands jobs to the engine.
   *
   * @param jobs with ascending tokens, not empty
   * @param askedNanos when they were asked for
   * @return completes on any thread when the engine has taken them
   */
  Future<Void> deliver(List<ClaimedJob> jobs, long askedNanos) {
    if (jobs.get(0).token() < next) {
      next = 0;
      lose("claims are numbered lower than before: the database was set back");
    }
    departed.in(jobs).forEach(mark -> engine.takenOver(ref, mark));
    JobsBatch batch = new JobsBatch(home, jobs);
    next = batch.nextPosition();
    claims.add(jobs, askedNanos);
    return engine.batches(Map.of(ref, batch));
  }

  /**
   * Has the engine hand jobs back.
   *
   * @param tokens those of other claims than the lane's are left alone
   */
  void withdraw(Set<Long> tokens) {
    Set<Long> held = claims.among(tokens);
    if (!held.isEmpty()) {
      engine.withdrawn(ref, held);
    }
  }

  /** Gives everything claimed up. Its leases run out by themselves: it may still be worked on. */
  void lose(String why) {
    LaneRef gone = ref;
    LOGGER.warn("lane {} is lost with {} jobs: {}", gone, claims.all().size(), why);
    claims.clear();
    paused = false;
    ref = new LaneRef(gone.name(), gone.generation() + 1);
    engine.lanesLost(Set.of(gone));
    if (!leaving) {
      open();
    }
  }
}
