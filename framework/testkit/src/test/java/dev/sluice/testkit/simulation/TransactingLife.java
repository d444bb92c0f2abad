package dev.sluice.testkit.simulation;

import dev.sluice.api.Decoder;
import dev.sluice.config.OnFailure;
import dev.sluice.config.RetryRule;
import dev.sluice.config.TroubleKind;
import dev.sluice.drain.StopReason;
import dev.sluice.progress.LaneRef;
import dev.sluice.runtime.EngineAssembly;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.runtime.EnginePorts;
import dev.sluice.testkit.FakeBroker;
import dev.sluice.testkit.FakeRevoke;
import dev.sluice.testkit.FakeSource;
import dev.sluice.testkit.ManualClock;
import dev.sluice.testkit.ManualDeadline;
import dev.sluice.testkit.ManualLoop;
import dev.sluice.testkit.ManualTimers;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One worker whose handler works in transactions: the real engine on a loop of its own. */
final class TransactingLife {
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  private static final Duration LIMIT = Duration.ofSeconds(30);

  final ManualLoop loop = new ManualLoop();
  final ManualTimers timers;
  final FakeSource source;
  final TransactingHandler handler;
  final EngineAssembly<String> engine;

  /** The lanes that it has been given and not been told to have lost. */
  final Map<String, LaneRef> lanes = new LinkedHashMap<>();

  FakeRevoke revoke;
  boolean over;

  TransactingLife(FakeBroker broker, ManualClock clock, LateStore store, Dice dice, boolean calm) {
    timers = new ManualTimers(clock, loop);
    source = new FakeSource(broker);
    handler = new TransactingHandler(store, dice, calm);
    engine =
        new EngineAssembly<>(
            new EngineFigures()
                .named("simulated", "transacting")
                .chunk(dice.between(1, 4), 1_000_000, Duration.ZERO)
                .limit(LIMIT, LIMIT)
                .retry(1_000, Duration.ofMillis(100), Duration.ofSeconds(1), OnFailure.STOP)
                .rules(
                    List.of(
                        new RetryRule(
                            "Poison",
                            TroubleKind.POISON,
                            Optional.of(OnFailure.SKIP),
                            Optional.empty()))),
            handler,
            Decoder.string(),
            source,
            new EnginePorts(
                loop,
                clock,
                timers,
                Optional.empty(),
                Optional.of(store),
                cause -> false,
                task -> {
                  throw new IllegalStateException("nothing blocks");
                },
                dice,
                new ManualDeadline(),
                NOWHERE));
    loop.run(() -> engine.start(LIMIT));
  }

  void assign(String lane) {
    lanes.put(lane, source.assign(lane));
  }

  /** The worker hears that a lane is gone. */
  void lose(String lane) {
    LaneRef lost = lanes.remove(lane);
    if (lost != null) {
      source.lose(Set.of(lost));
    }
  }

  void revoke(String lane) {
    LaneRef taken = lanes.get(lane);
    if (revoke == null && taken != null) {
      revoke = source.revoke(LIMIT, taken);
    }
  }

  /** The rebalance goes on, with the engine's answer or without. */
  void release(boolean orderly) {
    if (revoke == null) {
      return;
    }
    if (orderly && revoke.answered()) {
      revoke.release();
    } else {
      revoke.lose();
    }
    revoke.lanes().forEach(lane -> lanes.remove(lane.name()));
    revoke = null;
  }

  void stop() {
    engine.stop(StopReason.TERM);
  }

  /** Nothing of it happens any more; what is on its way to the database is. */
  void die() {
    over = true;
    source.vanish();
    loop.discard();
    timers.discard();
  }
}
