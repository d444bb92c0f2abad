package dev.sluice.runtime;

import dev.sluice.api.TryEnded;
import dev.sluice.drain.LaneState;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Source;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one pipeline: the lanes a source has opened, the tries in them, and the settling. Confined
 * to the event loop, but for what handler threads read.
 */
final class PipelineEngine {
  private static final Logger LOGGER = LoggerFactory.getLogger(PipelineEngine.class);

  /** How often {@link #turned} is to be called. */
  static final Duration TURNS = Duration.ofMillis(250);

  private final Source source;
  private final Tally tally;
  private final EngineListener listener;
  private final EngineTasks tasks;
  private final Map<String, TaskLanes<?>> byHandler = new LinkedHashMap<>();
  private final EngineHost host;
  private final LaneBooks books;
  private final Settler settler;
  private final Revokes revokes;
  private final OwnerMarks marks;
  private final Takeovers takeovers;
  private final Optional<LaneStore> laneStore;
  private final Map<LaneRef, LaneRun<?>> lanes = new LinkedHashMap<>();
  private boolean closed;

  PipelineEngine(
      EngineSettings settings,
      EngineTasks tasks,
      EngineDependencies dependencies,
      Tally tally,
      EngineListener listener) {
    Clock clock = dependencies.clock();
    Timers timers = dependencies.timers();
    EventLoop loop = dependencies.loop();
    FailureSettings failures = settings.failures();
    Backoff backoff =
        new Backoff(failures.backoffInitial(), failures.backoffMax(), dependencies.random());
    this.source = dependencies.source();
    this.tasks = tasks;
    this.tally = tally;
    this.listener = listener;
    this.books =
        new LaneBooks(
            lanes, tally, lane -> remove(Set.of(lane), false), settings.settling().individual());
    this.marks = new OwnerMarks(source, dependencies.self(), clock, timers, settings.commit());
    this.laneStore =
        LaneStore.of(
            settings, dependencies, backoff, lanes, marks::write, this::mayOwn, this::open);
    Settler.Way way =
        laneStore.<Settler.Way>map(LaneStore::settling).orElseGet(() -> source::settle);
    this.settler =
        new Settler(way, books, loop, timers, settings.commit(), settings.settlesAtOnce(source));
    this.revokes = new Revokes(clock, timers);
    this.takeovers = new Takeovers(dependencies.self(), tally);
    this.host =
        new EngineHost(
            settings,
            dependencies,
            tally,
            listener,
            lanes,
            settler,
            revokes,
            marks,
            lane -> laneStore.filter(store -> store.taken(lane)).isPresent());
    Burials burials =
        new Burials(
            settings,
            dependencies.deadLetters(),
            source.delayedRetries(),
            source.capabilities().contains(Capability.KEEPS_FAILED),
            clock,
            timers,
            loop);
    Optional<Transacting> transacting = Transacting.of(laneStore, dependencies.transactions());
    EngineSettings share = settings.shareOf(tasks.all().size());
    for (EngineTask<?> task : tasks.all()) {
      byHandler.put(
          task.settings().handler(),
          new TaskLanes<>(task, share, dependencies, backoff, burials, transacting, tally, host));
    }
  }

  /** Only an owner that is sure raises the epoch of a lane; one that stops needs it no more. */
  private boolean mayOwn() {
    return host.assured() && !host.draining();
  }

  // What the source says, by way of the inbox.

  /** Whether a store tells where lanes go on. */
  boolean placesLanes() {
    return laneStore.isPresent();
  }

  /** Opens a lane where the store of transactions says. */
  Future<ResumePoint> place(LaneRef lane, ResumePoint at) {
    return closed
        ? Future.failedFuture(new TryEnded("the worker has stopped"))
        : laneStore.orElseThrow().open(lane, at);
  }

  void open(LaneRef lane, ResumePoint at) {
    if (closed) {
      return; // Nobody closes its books any more: what still comes of it is handed back.
    }
    Optional<String> kind = tasks.kinds() ? source.kind(lane) : Optional.empty();
    Optional<String> handler = tasks.handler(kind);
    if (handler.isEmpty()) {
      // What comes of it is handed back: nobody knows the lane.
      listener.sourceFailed(
          new IllegalStateException(
              "the source has opened "
                  + lane.name()
                  + " with records of kind "
                  + kind.orElse("(none)")
                  + ", for which the pipeline has no handler"));
      return;
    }
    log("lane assigned", lane, at.position());
    at.previous().ifPresent(mark -> takeovers.from(mark, lane));
    lanes.put(lane, byHandler.get(handler.get()).open(lane, at));
  }

  void takenOver(LaneRef lane, OwnerMark previous) {
    takeovers.from(previous, lane);
  }

  void offer(LaneRef ref, Batch batch) {
    LaneRun<?> lane = lanes.get(ref);
    if (lane == null) {
      tally.received.addAndGet(batch.size());
      tally.handBack(batch.size());
    } else {
      lane.offer(batch);
    }
  }

  Future<List<Settlement>> revoke(Set<LaneRef> refs, long askedDeadline) {
    List<LaneRun<?>> leaving = find(refs);
    laneStore.ifPresent(store -> store.openNoMore(refs));
    long deadline = Math.min(askedDeadline, host.needDeadlineNanos());
    Future<List<Settlement>> last = revokes.begin(leaving, deadline);
    return laneStore.map(store -> store.passed(last, deadline)).orElse(last);
  }

  /** The source wants records back. */
  void withdraw(LaneRef ref, Set<Long> positions) {
    LaneRun<?> lane = lanes.get(ref);
    if (lane != null) {
      lane.withdraw(positions);
    }
  }

  /** Where the source's answers go. */
  LaneBooks books() {
    return books;
  }

  void remove(Set<LaneRef> refs, boolean orderly) {
    laneStore.ifPresent(store -> store.forget(refs));
    for (LaneRun<?> lane : find(refs)) {
      log(orderly ? "lane released" : "lane lost", lane.ref(), lane.settledPosition());
      lanes.remove(lane.ref());
      byHandler.values().forEach(task -> task.forget(lane.ref()));
      lane.gone(orderly);
      host.gone(lane);
    }
    settler.soon();
  }

  private static void log(String event, LaneRef lane, long position) {
    LOGGER
        .atInfo()
        .addKeyValue("lane", lane.name())
        .addKeyValue("generation", lane.generation())
        .addKeyValue("position", position)
        .log(event);
  }

  private List<LaneRun<?>> find(Collection<LaneRef> refs) {
    List<LaneRun<?>> found = new ArrayList<>();
    for (LaneRef ref : refs) {
      LaneRun<?> lane = lanes.get(ref);
      if (lane != null) {
        found.add(lane);
      }
    }
    return found;
  }

  void end(LaneRef ref, long position) {
    LaneRun<?> lane = lanes.get(ref);
    if (lane != null) {
      lane.extent().end(position);
    }
  }

  void fail(LaneRef ref, Throwable cause) {
    LaneRun<?> lane = lanes.get(ref);
    if (lane != null) {
      lane.halt(ref.name() + " can't be read: " + Causes.brief(cause));
    }
  }

  /**
   * The loop turns; called every {@link #TURNS} once it has been called. A gap makes the engine ask
   * the source before anything starts.
   */
  void turned() {
    host.turned();
  }

  // What the drain asks, in this order.

  /** The worker's mark is left with every lane that is opened from now on. */
  void begin() {
    marks.write().onFailure(e -> LOGGER.debug("the first mark is not written", e));
  }

  /**
   * From here on no try starts and handlers see a drain.
   *
   * @param atNanos when the stop was asked for
   */
  void announceDrain(long atNanos, long needDeadlineNanos) {
    host.announceDrain(needDeadlineNanos);
    marks.draining(atNanos);
  }

  /** Tells the next owners of the lanes how this one left; completes in any case. */
  Future<Void> left(boolean clean) {
    return marks.left(clean);
  }

  /** Drops what is only buffered and stops delivery. */
  Future<Void> stopIntake() {
    lanes.values().forEach(LaneRun::stopIntake);
    return source.stopIntake();
  }

  /** Runs an action once no try is in flight, at once if none is. */
  void whenTriesOver(Runnable action) {
    host.whenTriesOver(action);
  }

  /** Ends every try in flight. */
  void cutTries() {
    host.forgetTries();
    for (LaneRun<?> lane : List.copyOf(lanes.values())) {
      lane.kill("the worker stops and the time its limits need is over");
    }
  }

  /** Settles what is done. */
  Future<Boolean> settleAll() {
    return settler.drain();
  }

  /** The time to settle is over. */
  void giveUpSettling() {
    settler.giveUp();
  }

  /** Nothing can be settled any more: what is held is handed back. */
  void close() {
    if (!closed) {
      closed = true;
      laneStore.ifPresent(LaneStore::close);
      lanes.values().forEach(lane -> lane.gone(true));
    }
  }

  // What others look at.

  Collection<LaneRun<?>> lanes() {
    return lanes.values();
  }

  Map<LaneRef, String> halted() {
    return host.halted();
  }

  /** Nothing buffered, running, waiting or unsettled in any lane that is not halted. */
  boolean quiet() {
    return lanes.values().stream()
        .filter(lane -> lane.state() instanceof LaneState.Open)
        .allMatch(LaneRun::quiet);
  }

  /** True while a handler has not come back by limit + commit: the sign of a stuck process. */
  boolean stuck() {
    return host.stuck();
  }

  /** For how long a dependency of a handler has been down, of several the longest. */
  Optional<Duration> outage() {
    return byHandler.values().stream()
        .flatMap(task -> task.outageAge().stream())
        .max(Comparator.naturalOrder());
  }

  long held() {
    return lanes.values().stream().mapToLong(LaneRun::held).sum();
  }

  EngineListener listener() {
    return listener;
  }
}
