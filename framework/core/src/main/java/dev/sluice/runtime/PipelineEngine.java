package dev.sluice.runtime;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.drain.LaneState;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.Source;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one pipeline: the lanes a source has opened, the tries in them, and the settling. Confined
 * to the event loop, but for what handler threads read.
 */
final class PipelineEngine<T> implements LaneHost<T> {
  private static final Logger LOGGER = LoggerFactory.getLogger(PipelineEngine.class);

  private final Source source;
  private final Tally tally;
  private final EngineListener listener;
  private final LaneParts<T> parts;
  private final Appetite<T> appetite;
  private final LaneBooks<T> books;
  private final Settler settler;
  private final Places places;
  private final Outage<T> outage;
  private final Map<LaneRef, LaneRun<T>> lanes = new LinkedHashMap<>();
  private final Revokes<T> revokes;
  private final Predecessors<T> predecessors = new Predecessors<>();
  private final Map<LaneRef, String> halted = new LinkedHashMap<>();

  private volatile long needDeadline = Long.MAX_VALUE;
  private volatile boolean draining;
  private boolean closed;
  private int stuckHandlers;
  private Runnable whenTriesOver;

  PipelineEngine(
      EngineSettings settings,
      ChunkTask<T> task,
      Decoder<T> decoder,
      EngineDependencies dependencies,
      Tally tally,
      EngineListener listener) {
    Source source = dependencies.source();
    Clock clock = dependencies.clock();
    Timers timers = dependencies.timers();
    EventLoop loop = dependencies.loop();
    FailureSettings failures = settings.failures();
    Backoff backoff =
        new Backoff(failures.backoffInitial(), failures.backoffMax(), dependencies.random());
    this.source = source;
    this.tally = tally;
    this.listener = listener;
    this.appetite = new Appetite<>(settings, source, lanes.values());
    this.books =
        new LaneBooks<>(
            lanes, tally, lane -> remove(Set.of(lane), false), settings.settling().individual());
    this.settler = new Settler(source, books, loop, timers, settings.commit());
    this.revokes = new Revokes<>(clock, timers);
    this.places = new Places(settings.maxChunks());
    this.outage =
        new Outage<>(backoff, clock, timers, () -> appetite.suspend(true), this::dependencyIsBack);
    this.parts =
        new LaneParts<>(
            settings,
            clock,
            timers,
            loop,
            new TryLauncher<>(
                settings.handler(), task, settings.limit(), clock, loop, dependencies.threads()),
            new ChunkDecoding<>(decoder),
            new FailurePolicy(failures, backoff, dependencies.dependencyDown()),
            new Burials(settings.pipeline(), dependencies.deadLetters(), settings.commit(), clock),
            tally,
            this);
  }

  // What the source says, by way of the inbox.

  void open(LaneRef lane, ResumePoint at) {
    log("lane assigned", lane, at.position());
    lanes.put(lane, new LaneRun<>(lane, at, parts));
    if (outage.down()) {
      appetite.suspend(true);
    }
  }

  void offer(LaneRef ref, Batch batch) {
    LaneRun<T> lane = lanes.get(ref);
    if (lane == null) {
      tally.received.addAndGet(batch.size());
      tally.handBack(batch.size());
    } else {
      lane.offer(batch);
    }
  }

  Future<List<Settlement>> revoke(Set<LaneRef> refs, long askedDeadline) {
    List<LaneRun<T>> leaving = find(refs);
    return revokes.begin(leaving, Math.min(askedDeadline, needDeadline));
  }

  /** Where the source's answers go. */
  LaneBooks<T> books() {
    return books;
  }

  void remove(Set<LaneRef> refs, boolean orderly) {
    for (LaneRun<T> lane : find(refs)) {
      log(orderly ? "lane released" : "lane lost", lane.ref(), lane.settledPosition());
      lanes.remove(lane.ref());
      halted.remove(lane.ref());
      lane.gone(orderly);
      predecessors.gone(lane);
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

  private List<LaneRun<T>> find(Collection<LaneRef> refs) {
    return refs.stream().map(lanes::get).filter(lane -> lane != null).toList();
  }

  void end(LaneRef ref, long position) {
    LaneRun<T> lane = lanes.get(ref);
    if (lane != null) {
      lane.extent().end(position);
    }
  }

  void fail(LaneRef ref, Throwable cause) {
    LaneRun<T> lane = lanes.get(ref);
    if (lane != null) {
      lane.halt(ref.name() + " can't be read: " + Causes.brief(cause));
    }
  }

  // What lanes ask.

  @Override
  public boolean draining() {
    return draining;
  }

  @Override
  public long needDeadlineNanos() {
    return needDeadline;
  }

  @Override
  public boolean admit(Places.Waiter asking) {
    return places.take(asking);
  }

  @Override
  public void leave() {
    places.give();
  }

  @Override
  public void occupy() {
    places.occupy();
  }

  @Override
  public void forget(Places.Waiter gone) {
    places.forget(gone);
  }

  @Override
  public Outage<T> outage() {
    return outage;
  }

  private void dependencyIsBack() {
    if (!draining) {
      appetite.suspend(false);
      List.copyOf(lanes.values()).forEach(LaneRun::wake);
    }
  }

  @Override
  public void settleSoon() {
    settler.soon();
  }

  @Override
  public void tryOver(LaneRun<T> lane) {
    revokes.tryOver(lane);
    if (whenTriesOver != null && tally.triesInFlight.get() == 0) {
      Runnable action = whenTriesOver;
      whenTriesOver = null;
      action.run();
    }
  }

  @Override
  public void leftBehind() {
    listener.leftBehind();
  }

  @Override
  public void stuckHandlers(int change) {
    stuckHandlers += change;
  }

  @Override
  public void halted(LaneRun<T> lane, String reason) {
    halted.put(lane.ref(), reason);
    source.pause(lane.ref());
    LOGGER.atError().addKeyValue("lane", lane.ref().name()).log("lane stopped: {}", reason);
  }

  @Override
  public void holds(LaneRun<T> lane) {
    appetite.changed(lane, draining);
  }

  @Override
  public boolean mustWait(LaneRun<T> lane) {
    return predecessors.blocks(lane);
  }

  @Override
  public void handlerEnded(LaneRun<T> gone) {
    predecessors.ended(gone);
    lanes.values().stream()
        .filter(lane -> lane.ref().name().equals(gone.ref().name()))
        .forEach(LaneRun::wake);
  }

  // What the drain asks, in this order.

  /** From here on no try starts and handlers see a drain. */
  void announceDrain(long needDeadlineNanos) {
    needDeadline = needDeadlineNanos;
    draining = true;
  }

  /** Drops what is only buffered and stops delivery. */
  Future<Void> stopIntake() {
    lanes.values().forEach(LaneRun::stopIntake);
    return source.stopIntake();
  }

  /** Runs an action once no try is in flight, at once if none is. */
  void whenTriesOver(Runnable action) {
    if (tally.triesInFlight.get() == 0) {
      action.run();
    } else {
      whenTriesOver = action;
    }
  }

  /** Ends every try in flight. */
  void cutTries() {
    whenTriesOver = null;
    for (LaneRun<T> lane : List.copyOf(lanes.values())) {
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
      lanes.values().forEach(lane -> lane.gone(true));
    }
  }

  // What others look at.

  Collection<LaneRun<T>> lanes() {
    return lanes.values();
  }

  Map<LaneRef, String> halted() {
    return halted;
  }

  /** Nothing buffered, running, waiting or unsettled in any lane that is not halted. */
  boolean quiet() {
    return lanes.values().stream()
        .filter(lane -> lane.state() instanceof LaneState.Open)
        .allMatch(LaneRun::quiet);
  }

  /** True while a handler has not come back by limit + commit: the sign of a stuck process. */
  boolean stuck() {
    return stuckHandlers > 0;
  }

  long held() {
    return lanes.values().stream().mapToLong(LaneRun::held).sum();
  }

  EngineListener listener() {
    return listener;
  }
}
