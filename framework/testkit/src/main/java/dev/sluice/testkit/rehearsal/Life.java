package dev.sluice.testkit.rehearsal;

import dev.sluice.api.BlockingChunkHandler;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.ChunkTask;
import dev.sluice.drain.StopReason;
import dev.sluice.progress.LaneRef;
import dev.sluice.runtime.EngineAssembly;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.runtime.EnginePorts;
import dev.sluice.testkit.FakeRevoke;
import dev.sluice.testkit.FakeSettle;
import dev.sluice.testkit.FakeSource;
import dev.sluice.testkit.InMemoryDeadLetters;
import dev.sluice.testkit.ManualDeadline;
import dev.sluice.testkit.StopReport;
import dev.sluice.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * One worker from its start to its end: the real engine in real time, in front of a broker in
 * memory. On the event loop, but where a method says that it blocks.
 *
 * @param <T> the decoded value of a record
 */
final class Life<T> {
  private static final Duration TICK = Duration.ofMillis(1);

  private final Stage<T> stage;
  private final Dealt dealt;
  private final FakeSource source;
  private final MortalLoop loop;
  private final Gates gates;
  private final Watch watch;
  private final InMemoryDeadLetters letters = new InMemoryDeadLetters();
  private final ManualDeadline deadline = new ManualDeadline();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ExecutorService threads = Executors.newCachedThreadPool(Life::handlerThread);
  private final Promise<Void> death = Promise.promise();
  private final EngineAssembly<T> worker;
  private final Waiting waiting;
  private Timers.Timer ticker = () -> {};
  private long tickNanos;
  private long blockedNanos;
  private long stopNanos;
  private long endNanos;
  private boolean outage;

  Life(Stage<T> stage, Dealt dealt, EngineFigures figures, Script script) {
    this.stage = stage;
    this.dealt = dealt;
    this.source = new FakeSource(dealt.broker());
    this.loop = new MortalLoop(stage.loop(), stage.timers());
    this.gates = new Gates(stage.loop());
    this.waiting = new Waiting(gates, stage.clock(), stage.patience());
    this.watch = new Watch(this, script);
    Plan<T> plan = stage.plan();
    this.worker =
        new EngineAssembly<>(
            figures,
            watched(plan.task()),
            plan.decoder(),
            source,
            new EnginePorts(
                loop,
                stage.clock(),
                loop,
                Optional.of(letters),
                plan.dependencyDown(),
                threads,
                new Random(),
                deadline,
                new PrintStream(out, true, StandardCharsets.UTF_8)));
  }

  private static Thread handlerThread(Runnable body) {
    Thread thread = new Thread(body, "sluice-rehearsed-handler");
    thread.setDaemon(true);
    return thread;
  }

  private ChunkTask<T> watched(ChunkTask<T> task) {
    if (task instanceof ChunkHandler<T> handler) {
      return new WatchedLoopTask<>(handler, watch);
    }
    return new WatchedThreadTask<>((BlockingChunkHandler<T>) task, watch);
  }

  /** Starts, takes all lanes and from now on whatever they have. */
  void begin() {
    progress();
    tickNanos = nanos();
    worker.exit().onComplete(ended -> endNanos = nanos());
    worker.start(Duration.ofSeconds(1));
    for (String lane : dealt.laneNames()) {
      source.assign(lane);
    }
    ticker = stage.timers().every(TICK, this::tick);
  }

  private void tick() {
    long now = nanos();
    blockedNanos = Math.max(blockedNanos, now - tickNanos);
    tickNanos = now;
    if (!loop.dead() && !ended()) {
      outage |= worker.outage().isPresent();
      if (!source.stopIntakeAsked()) {
        source.deliver(2 * stage.plan().chunkRecords(), dealt.laneNames());
      }
      if (deadline.look(now)) {
        endNanos = now;
      }
    }
    gates.look();
  }

  private boolean ended() {
    return worker.exit().isComplete() || deadline.halted().isPresent();
  }

  // What a script does; from any thread.

  /** Asks for a stop, as SIGTERM does. */
  void stop() {
    stage.loop().execute(this::stopNow);
  }

  /** When the stop was asked for; read after {@link #finish()}. */
  long stopNanos() {
    return stopNanos;
  }

  private void stopNow() {
    if (stopNanos == 0) {
      stopNanos = nanos();
      worker.stop(StopReason.TERM);
    }
  }

  void stopAfter(Duration delay) {
    stage.loop().execute(() -> loop.once(delay, this::stopNow));
  }

  /**
   * The process dies, as by SIGKILL; the broker stays.
   *
   * @param after looks at what the dead have left behind
   */
  void kill(Runnable after) {
    stage
        .loop()
        .execute(
            () -> {
              if (loop.dead()) {
                return;
              }
              loop.die();
              after.run();
              dealt.broker().forget(dealt.owned());
              threads.shutdownNow();
              death.tryComplete();
            });
  }

  /** Whether settles succeed until a lane that is taken away is let go. */
  void settlesSucceed(boolean succeed) {
    stage
        .loop()
        .execute(() -> source.answerSettles(succeed ? FakeSettle::confirm : FakeSettle::fail));
  }

  /** A rebalance takes a lane away and gives it back; what is between is the caller's business. */
  void revoke(String lane, Duration within, Consumer<FakeRevoke> letGo) {
    stage
        .loop()
        .execute(
            () -> {
              LaneRef ref = new LaneRef(lane, dealt.broker().lane(lane).generation());
              FakeRevoke revoke = source.revoke(within, ref);
              revoke.onAnswer(
                  settlements -> {
                    letGo.accept(revoke);
                    source.answerSettles(FakeSettle::confirm);
                    source.assign(lane);
                  });
            });
  }

  // What the watch asks; from any thread.

  long nanos() {
    return stage.clock().nanos();
  }

  void progress() {
    waiting.progress();
  }

  Gates gates() {
    return gates;
  }

  boolean dead() {
    return loop.dead();
  }

  Future<Void> death() {
    return death.future();
  }

  int triesInFlight() {
    return worker.counts().triesInFlight();
  }

  // What a scenario waits for; these block.

  /** Waits until every record is settled or a lane has stopped, then stops the worker. */
  Ending finish() throws InterruptedException {
    waiting.until(
        "not every record is settled",
        () -> ended() || dealt.allSettled() || (!worker.halted().isEmpty() && worker.quiet()));
    stop();
    return ending();
  }

  /** Waits until the stop that was asked for, or is asked for by the script, is over. */
  Ending ending() throws InterruptedException {
    waiting.until("the stop does not end", this::ended);
    Ending ending = stage.onLoop(this::report);
    awaitCalls();
    return ending;
  }

  private Ending report() {
    Duration took = Duration.ofNanos(endNanos - stopNanos);
    boolean halted = deadline.halted().isPresent();
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("\"drain-report\""))
        .findFirst()
        .map(StopReport::parse)
        .map(said -> new Ending(said.outcome(), halted, took, said.unaccounted()))
        .orElseGet(() -> new Ending("silent", halted, took, 0));
  }

  /** Waits until the worker is dead, or has nothing left to do, and nothing of it runs. */
  void awaitDeath() throws InterruptedException {
    waiting.until("the worker is not killed", () -> dead() || dealt.allSettled());
    kill(() -> {});
    awaitCalls();
  }

  private void awaitCalls() throws InterruptedException {
    waiting.until(
        "a handler that was given up still runs", () -> watch.witness().running().isEmpty());
    stage.onLoop(
        () -> {
          ticker.cancel();
          return null;
        });
    threads.shutdown();
  }

  // What a scenario looks at when it is over.

  Witness witness() {
    return watch.witness();
  }

  InMemoryDeadLetters letters() {
    return letters;
  }

  EngineAssembly<T> worker() {
    return worker;
  }

  boolean outageSeen() {
    return outage;
  }

  /** The longest the loop has not turned. */
  Duration longestBlocked() {
    return Duration.ofNanos(blockedNanos);
  }
}
