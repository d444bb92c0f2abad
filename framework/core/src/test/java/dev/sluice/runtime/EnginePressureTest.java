package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.Collections;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How much a worker holds before it asks its source to stop delivering. */
@ExtendWith(VertxExtension.class)
class EnginePressureTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  private static String[] records(int count) {
    return Collections.nCopies(count, "x").toArray(String[]::new);
  }

  private static boolean paused(EngineRig rig, String lane) {
    return rig.source.topic(lane).paused();
  }

  @Test
  void aLaneThatHoldsTwoChunksIsPausedAndResumedWhenHalfIsGone() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.maxRecords = 20)) {
      rig.assign("a");
      rig.deliver("a", records(14));

      assertThat(paused(rig, "a")).as("5 run, 9 wait").isFalse();

      rig.deliver("a", records(1));

      assertThat(paused(rig, "a")).as("10 wait").isTrue();

      rig.handler.last().done();

      assertThat(paused(rig, "a")).as("5 wait").isTrue();

      rig.handler.last().done();

      assertThat(paused(rig, "a")).as("none waits").isFalse();
    }
  }

  @Test
  void manyLanesShareWhatTheWorkerMayHold() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.maxRecords = 12)) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", records(11));

      assertThat(paused(rig, "a")).as("11 of 12 are held").isFalse();

      rig.deliver("b", records(11));

      assertThat(paused(rig, "b")).as("22 of 12 are held").isTrue();
    }
  }

  @Test
  void bytesPauseALaneToo() {
    try (EngineRig rig =
        new EngineRig(
            vertx,
            s -> {
              s.maxBytes = 16;
              s.chunkBytes = 4;
            })) {
      rig.assign("a");
      rig.deliver("a", "aaaa", "bbbb", "cccc");

      assertThat(paused(rig, "a")).as("4 run, 8 wait").isFalse();

      rig.deliver("a", "dddd");

      assertThat(paused(rig, "a")).as("4 run, 12 wait").isTrue();

      rig.handler.last().done();
      rig.handler.last().done();

      assertThat(paused(rig, "a")).as("a batch is held until all of it is settled").isTrue();

      rig.handler.last().done();

      assertThat(paused(rig, "a")).as("4 run").isFalse();
    }
  }

  @Test
  void aWorkerThatMayHoldOneRecordStillGoesOn() {
    try (EngineRig rig =
        new EngineRig(
            vertx,
            s -> {
              s.chunkRecords = 1;
              s.maxRecords = 1;
            })) {
      rig.assign("a");
      rig.deliver("a", records(2));

      assertThat(paused(rig, "a")).isTrue();

      rig.handler.last().done();
      rig.handler.last().done();

      assertThat(paused(rig, "a")).isFalse();
    }
  }

  @Test
  void nothingIsResumedDuringADrain() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.maxRecords = 20)) {
      rig.assign("a");
      rig.deliver("a", records(20));
      rig.stop();
      rig.handler.last().done();

      assertThat(paused(rig, "a")).isTrue();
    }
  }
}
