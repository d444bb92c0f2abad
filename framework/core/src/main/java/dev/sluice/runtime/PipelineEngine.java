package dev.sluice.runtime;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.drain.LaneState;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Batch;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.time.Clock;
import dev.sluice.time.Timers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one pipeline: the lanes a source has opened, the tries in them, and the settling. The SPI
 * side may be called from any thread and hops to the event loop; everything else is confined to it.
 */
final class PipelineEngine<T> implements LaneHost<T> {
  private static final Logger LOGGER = LoggerFactory.getLogger(PipelineEngine.class);

  private final Source source;
  private final Clock clock;
  private final Timers timers;
  private final Tally tally;
  private final EngineListener listener;
  private final LaneParts<T> parts;
  private final Appetite<T> appetite;
  private final LaneBooks<T> books;
  private final Settler settler;
  private final Places<T> places;
  private final Map<LaneRef, LaneRun<T>> lanes = new LinkedHashMap<>();
  private final List<Revoke<T>> revokes = new ArrayList<>();
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
      Source source,
      Clock clock,
      Timers timers,
      Context loop,
      ExecutorService threads,
      RandomGenerator random,
      Tally tally,
      EngineListener listener) {
    this.source = source;
    this.clock = clock;
    this.timers = timers;
    this.tally = tally;
    this.listener = listener;
    this.appetite = new Appetite<>(settings, source);
    this.books = new LaneBooks<>(lanes, tally, lane -> remove(Set.of(lane), false));
    this.settler = new Settler(source, books, loop, timers, settings.commit());
    this.places = new Places<>(settings.maxChunks());
    this.parts =
        new LaneParts<>(
            settings,
            clock,
            timers,
            new TryLauncher<>(settings.handler(), task, settings.limit(), clock, loop, threads),
            new ChunkDecoding<>(decoder),
            new FailurePolicy(
                settings, new Backoff(settings.backoffInitial(), settings.backoffMax(), random)),
            tally,
            this);
  }

  // What the source says, by way of the inbox.

  void open(LaneRef lane, long position) {
    LOGGER
        .atInfo()
        .addKeyValue("lane", lane.name())
        .addKeyValue("generation", lane.generation())
        .addKeyValue("position", position)
        .log("lane assigned");
    lanes.put(lane, new LaneRun<>(lane, position, parts));
  }

  void offer(LaneRef ref, Batch batch) {
    LaneRun<T> lane = lanes.get(ref);
    if (lane == null) {
      tally.received.addAndGet(batch.size());
      tally.handedBack.addAndGet(batch.size());
    } else {
      lane.offer(batch);
    }
  }

  Future<List<Settlement>> revoke(Set<LaneRef> refs, long askedDeadline) {
    List<LaneRun<T>> leaving = find(refs);
    long deadline = Math.min(askedDeadline, needDeadline);
    Revoke<T> revoke = new Revoke<>(leaving);
    leaving.forEach(lane -> lane.revoke(deadline));
    leaving.forEach(places::forget);
    if (!revoke.check()) {
      revokes.add(revoke);
      revoke.deadline(timers.once(Duration.ofNanos(deadline - clock.nanos()), revoke::cut));
    }
    return revoke.future();
  }

  /** The source's answer to what was settled inside a revoke. */
  void answered(SettleResult result) {
    books.answered(result);
  }

  void remove(Set<LaneRef> refs, boolean orderly) {
    for (LaneRun<T> lane : find(refs)) {
      LOGGER
          .atInfo()
          .addKeyValue("lane", lane.ref().name())
          .addKeyValue("generation", lane.ref().generation())
          .addKeyValue("position", lane.settledPosition())
          .log(orderly ? "lane released" : "lane lost");
      lanes.remove(lane.ref());
      halted.remove(lane.ref());
      places.forget(lane);
      lane.gone(orderly);
    }
    settler.soon();
  }

  private List<LaneRun<T>> find(Collection<LaneRef> refs) {
    return refs.stream().map(lanes::get).filter(lane -> lane != null).toList();
  }

  void end(LaneRef ref, long position) {
    LaneRun<T> lane = lanes.get(ref);
    if (lane != null) {
      lane.end(position);
    }
  }

  void fail(LaneRef ref, Throwable cause) {
    LaneRun<T> lane = lanes.get(ref);
    if (lane != null) {
      lane.halt(ref.name() + " can't be read: " + Causes.brief(cause));
    }
  }

  void sourceFailed(Throwable cause) {
    listener.sourceFailed(cause);
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
  public boolean admit(LaneRun<T> lane) {
    return places.take(lane);
  }

  @Override
  public void leave() {
    places.give();
  }

  @Override
  public void settleSoon() {
    settler.soon();
  }

  @Override
  public void tryOver(LaneRun<T> lane) {
    revokes.removeIf(revoke -> revoke.concerns(lane) && revoke.check());
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
  public void balance(LaneRun<T> lane) {
    appetite.balance(lane, lanes.size(), draining);
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
      lane.tries().killAll("the worker stops and the time its limits need is over");
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

  /** Nothing can be settled any more: what is held is handed back. Returns where lanes stand. */
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
    return lanes.values().stream().collect(Collectors.summingLong(LaneRun::held));
  }
}
