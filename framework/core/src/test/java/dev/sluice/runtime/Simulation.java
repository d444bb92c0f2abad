package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One random schedule. */
final class Simulation implements AutoCloseable {
  private static final String[] LANES = {"a", "b", "c"};

  private final Random random;
  private final EngineRig rig;
  private final Map<String, LaneRef> owned = new HashMap<>();
  private final List<FakeRevoke> revokes = new ArrayList<>();
  private final List<String> log = new ArrayList<>();

  Simulation(Vertx vertx, long seed) {
    random = new Random(seed);
    rig = new EngineRig(vertx, this::settings);
    rig.source.holdSettles();
  }

  private void settings(RigSettings s) {
    s.chunkRecords = 1 + random.nextInt(5);
    s.maxChunks = 1 + random.nextInt(3);
    s.maxRecords = 1 + random.nextInt(30);
    s.linger = Duration.ofMillis(random.nextInt(3) * 50L);
    s.attempts = 1 + random.nextInt(3);
    s.skipMalformed = random.nextBoolean();
    s.limit = Duration.ofSeconds(20 + random.nextInt(60));
    s.need = Duration.ofSeconds(5 + random.nextInt((int) s.limit.toSeconds() - 4));
  }

  void run(int steps) {
    try {
      for (int i = 0; i < steps; i++) {
        step();
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("after " + log, e);
    }
  }

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 25) {
      deliver();
    } else if (dice < 55) {
      endOrCheckpoint();
    } else if (dice < 70) {
      answerSettle();
    } else if (dice < 82) {
      pass();
    } else if (dice < 88) {
      assign();
    } else if (dice < 92) {
      beginRevoke();
    } else if (dice < 96) {
      endRevoke();
    } else {
      lose();
    }
  }

  private void note(String what) {
    log.add(what);
  }

  private String anyLane() {
    return LANES[random.nextInt(LANES.length)];
  }

  private void deliver() {
    String lane = anyLane();
    FakeTopic topic = rig.source.topic(lane);
    int records = random.nextInt(6);
    for (int i = 0; i < records; i++) {
      topic.append(random.nextInt(30) == 0 ? "!" + topic.end() : "v" + topic.end());
      if (random.nextInt(8) == 0) {
        topic.gap(random.nextInt(4));
      }
    }
    // What a client has on its way arrives after a pause too, now and then.
    if (!topic.paused() || random.nextInt(10) == 0) {
      note("deliver " + lane);
      rig.source.poll(1 + random.nextInt(8), lane);
      rig.quiet();
    }
  }

  private void endOrCheckpoint() {
    List<ScriptedCall> calls = rig.handler.unended();
    if (calls.isEmpty()) {
      return;
    }
    ScriptedCall call = calls.get(random.nextInt(calls.size()));
    int dice = random.nextInt(10);
    note("end " + call + " " + dice);
    if (dice < 4) {
      call.done();
    } else if (dice < 6) {
      call.fail("no");
    } else if (dice < 7) {
      call.stopped();
    } else if (call.alive()) {
      int before = rig.handler.processed().prefix(call.chunk());
      call.checkpoint(Math.max(1, before + random.nextInt(call.chunk().size() - before + 1)));
    }
  }

  private void answerSettle() {
    for (FakeSettle settle : rig.source.settles()) {
      if (!settle.answered()) {
        int dice = random.nextInt(10);
        note("settle " + settle.settlements() + " " + dice);
        if (dice < 7) {
          settle.confirm();
        } else if (dice < 9) {
          settle.fail();
        } else {
          settle.loseAnswer();
        }
        rig.quiet();
      }
    }
  }

  private void pass() {
    int dice = random.nextInt(10);
    long millis =
        dice < 6
            ? random.nextInt(500)
            : dice < 8
                ? random.nextInt(8_000)
                : rig.settings.limit.toMillis() + random.nextInt(11_000);
    note("pass " + millis);
    rig.advance(Duration.ofMillis(millis));
  }

  private void assign() {
    String lane = anyLane();
    if (!owned.containsKey(lane) && !rig.source.topic(lane).isOwned()) {
      note("assign " + lane);
      owned.put(lane, rig.assign(lane));
    }
  }

  private void beginRevoke() {
    List<LaneRef> lanes = new ArrayList<>();
    for (String lane : LANES) {
      if (owned.containsKey(lane) && random.nextBoolean()) {
        lanes.add(owned.remove(lane));
      }
    }
    if (!lanes.isEmpty()) {
      note("revoke " + lanes);
      revokes.add(
          rig.revoke(Duration.ofSeconds(1 + random.nextInt(40)), lanes.toArray(LaneRef[]::new)));
    }
  }

  private void endRevoke() {
    if (revokes.isEmpty()) {
      return;
    }
    FakeRevoke revoke = revokes.get(random.nextInt(revokes.size()));
    int dice = random.nextInt(5);
    if (dice == 0) {
      note("lose " + revoke);
      revoke.lose();
    } else if (dice == 1) {
      note("lose one of " + revoke);
      revoke.loseOne();
      rig.quiet();
      return;
    } else if (!revoke.answered()) {
      return;
    } else if (dice == 2) {
      note("release uncommitted " + revoke);
      revoke.releaseUncommitted();
    } else {
      note("release " + revoke);
      revoke.release();
    }
    revokes.remove(revoke);
    rig.quiet();
  }

  private void lose() {
    LaneRef lane = owned.remove(anyLane());
    if (lane != null) {
      note("lose " + lane);
      if (random.nextBoolean()) {
        // The broker knows before the worker does.
        rig.source.broker().unassign(java.util.Set.of(lane));
        endOrCheckpoint();
        answerSettle();
      }
      rig.source.lose(lane);
      rig.quiet();
    }
  }

  /** Stops the worker in the middle of everything and lets things go on at random. */
  void stop() {
    try {
      List<ScriptedCall> running =
          rig.handler.calls().stream().filter(ScriptedCall::alive).toList();
      note("stop");
      rig.stop();
      run(15);
      rig.advance(rig.settings.window().whole());

      assertThat(rig.driver.exit().isComplete()).as("a stop always ends").isTrue();
      assertThat(rig.report().get("records").get("unaccounted").asLong()).isZero();
      assertThat(rig.report().get("exitCode").asInt()).isEqualTo(rig.exitCode());
      assertThat(rig.exitCode()).isIn(0, 3);
      if (rig.exitCode() == 0) {
        running.forEach(this::assertNothingLeftBehind);
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("after " + log, e);
    }
  }

  /** A clean stop leaves nothing of a started try that is done and not settled. */
  private void assertNothingLeftBehind(ScriptedCall call) {
    int done = rig.handler.processed().prefix(call.chunk());
    if (done < call.chunk().size()) {
      assertThat(call.stoppedInTime()).as("%s was cut or failed", call).isTrue();
    }
    if (done > 0) {
      assertThat(rig.committed(call.lane()))
          .as("%s, of which %d are done", call, done)
          .isGreaterThan(call.chunk().get(done - 1).position());
    }
  }

  /** Everything is well from now on: what is left is worked off, whatever happened before. */
  void workOff() {
    try {
      note("work off");
      rig.source.answerSettles(FakeSettle::confirm);
      answerAllSettles();
      List.copyOf(revokes).forEach(FakeRevoke::lose);
      rig.quiet();
      for (int round = 0; round < 300 && !workedOff(); round++) {
        for (String lane : LANES) {
          if (!rig.source.topic(lane).isOwned()) {
            rig.assign(lane);
          }
          if (!rig.source.topic(lane).paused()) {
            rig.source.poll(10, lane);
          }
        }
        rig.quiet();
        rig.handler.unended().forEach(ScriptedCall::done);
        rig.advanceSeconds(2);
      }

      assertThat(workedOff()).as("everything is worked off but in halted lanes").isTrue();
      // The work that stopped a lane has failed and is left behind.
      boolean halted = rig.snapshot().lanes().stream().anyMatch(l -> l.halted().isPresent());
      rig.stop();
      assertThat(rig.exitCode()).isIn(halted ? List.of(0, 3) : List.of(0));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("after " + log, e);
    }
  }

  private void answerAllSettles() {
    rig.source.settles().stream().filter(s -> !s.answered()).forEach(FakeSettle::confirm);
    rig.quiet();
  }

  private boolean workedOff() {
    for (EngineSnapshot.LaneView lane : rig.snapshot().lanes()) {
      FakeTopic topic = rig.source.topic(lane.name());
      if (lane.halted().isEmpty() && topic.committed() < topic.end()) {
        return false;
      }
    }
    return rig.handler.unended().isEmpty() && owned.size() <= rig.snapshot().lanes().size();
  }

  @Override
  public void close() {
    rig.close();
  }
}
