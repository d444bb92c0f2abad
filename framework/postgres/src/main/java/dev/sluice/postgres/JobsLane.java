package dev.sluice.postgres;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.spi.Engine;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one lane of the source as it is owned now. A loss ends its generation with everything claimed
 * in it and begins the next. On the private loop only.
 */
final class JobsLane {
  private static final Logger LOGGER = LoggerFactory.getLogger(JobsLane.class);

  private final Engine engine;
  private final String instance;
  private final Claims claims = new Claims();
  private LaneRef ref;
  private long next;
  private boolean paused;
  private boolean leaving;

  /**
   * @param name the lane's name
   * @param instance who claims, different for every opening of a source
   */
  JobsLane(Engine engine, String name, String instance) {
    this.engine = engine;
    this.instance = instance;
    this.ref = new LaneRef(name, 1);
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

  /** Who claims in this generation. */
  String claimant() {
    return claimants() + ref.generation();
  }

  /** How the names of all generations begin. */
  String claimants() {
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
    JobsBatch batch = new JobsBatch(jobs);
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
