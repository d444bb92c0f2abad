package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is started when, and in which order. */
@ExtendWith(VertxExtension.class)
class EngineOrderTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  private static List<String> lanes(EngineRig rig) {
    return rig.handler.calls().stream().map(ScriptedCall::lane).toList();
  }

  @Test
  void nothingIsSettledBeforeItIsProcessed() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3");

      assertThat(rig.source.settles()).isEmpty();

      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(3);
      assertThat(rig.tally.settled.get()).isEqualTo(3);
    }
  }

  @Test
  void aLaneRunsOneChunkAtATimeInItsOrder() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5", "6", "7");

      assertThat(rig.handler.calls()).hasSize(1);
      assertThat(rig.handler.last().values()).containsExactly("1", "2", "3", "4", "5");

      rig.handler.last().done();

      assertThat(rig.handler.last().values()).containsExactly("6", "7");
    }
  }

  @Test
  void aChunkSpansBatches() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.deliver("a", "2", "3");
      rig.deliver("a", "4");
      rig.handler.last().done();

      assertThat(rig.handler.last().values()).containsExactly("2", "3", "4");
      assertThat(rig.handler.last().chunk().get(2).position()).isEqualTo(3);
    }
  }

  @Test
  void aChunkIsBoundedByBytesToo() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.chunkBytes = 5)) {
      rig.assign("a");
      rig.deliver("a", "aa", "bb", "cc", "dddddddd");
      rig.handler.last().done();
      rig.handler.last().done();

      assertThat(rig.handler.calls().stream().map(ScriptedCall::values))
          .as("a record larger than the bound is a chunk of its own")
          .containsExactly(List.of("aa", "bb"), List.of("cc"), List.of("dddddddd"));
    }
  }

  @Test
  void aSettledPositionIsTheNextOneGapsIncluded() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.chunkRecords = 2)) {
      rig.assign("a");
      FakeTopic topic = rig.source.topic("a");
      topic.append("1");
      topic.append("2");
      topic.gap(7);
      topic.append("3");
      topic.gap(4);
      rig.deliver("a");
      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(9);

      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(14);
      assertThat(rig.tally.settled.get()).isEqualTo(3);
    }
  }

  @Test
  void aLingeringChunkWaitsForMoreAndNoLonger() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.linger = Duration.ofMillis(50))) {
      rig.assign("a");
      rig.deliver("a", "1");
      rig.advance(Duration.ofMillis(49));
      rig.deliver("a", "2");

      assertThat(rig.handler.calls()).isEmpty();

      rig.advance(Duration.ofMillis(1));

      assertThat(rig.handler.last().values()).containsExactly("1", "2");
    }
  }

  @Test
  void aFullChunkDoesNotLinger() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.linger = Duration.ofMillis(50))) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "3", "4", "5", "6");
      rig.handler.last().done();

      assertThat(rig.handler.calls()).as("the sixth lingers").hasSize(1);

      rig.advance(Duration.ofMillis(50));

      assertThat(rig.handler.last().values()).containsExactly("6");
    }
  }

  @Test
  void notMoreTriesRunThanThereArePlacesAndLanesGetThemInTurn() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.maxChunks = 2)) {
      for (String lane : List.of("a", "b", "c", "d")) {
        rig.assign(lane);
        rig.deliver(lane, "1", "2", "3", "4", "5", "6");
      }
      assertThat(lanes(rig)).containsExactly("a", "b");

      rig.handler.calls().get(0).done();
      rig.handler.calls().get(1).done();

      assertThat(lanes(rig))
          .as("a and b queue up again behind c and d")
          .containsExactly("a", "b", "c", "d");

      rig.handler.calls().get(2).done();

      assertThat(lanes(rig)).containsExactly("a", "b", "c", "d", "a");
    }
  }

  @Test
  void lanesDoNotWaitForEachOthersHoles() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1");
      rig.deliver("b", "1");
      rig.handler.calls().get(1).done();

      assertThat(rig.committed("a")).isZero();
      assertThat(rig.committed("b")).isEqualTo(1);
    }
  }

  @Test
  void recordsOfALaneThatIsNotOursAreHandedBack() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.source.lose(new LaneRef("a", 1));
      // What a client had on its way when the lane was taken.
      rig.source.assign("a");
      rig.source.lose(new LaneRef("a", 2));
      rig.quiet();
      rig.source.topic("a").append("1");
      rig.source.pollUnowned("a");
      rig.quiet();

      assertThat(rig.handler.calls()).isEmpty();
      assertThat(rig.tally.handedBack.get()).isEqualTo(1);
    }
  }

  @Test
  void aLaneWhosePositionsGoBackwardsIsHaltedAndTheOthersGoOn() {
    try (EngineRig rig = new EngineRig(vertx)) {
      LaneRef a = rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1", "2");
      rig.handler.last().done();
      rig.source.redeliver(a, FakeBatch.from(1, "2"));
      rig.quiet();

      assertThat(rig.lane("a").halted())
          .hasValueSatisfying(
              reason -> assertThat(reason).contains("a was delivered position 1 after 2"));

      rig.deliver("b", "1");

      assertThat(rig.handler.last().lane()).isEqualTo("b");
    }
  }

  @Test
  void aHandlerSeesTheRecordAsItArrived() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "x", "y");
      ScriptedCall call = rig.handler.last();

      assertThat(call.chunk().lane()).isEqualTo("a");
      assertThat(call.chunk().size()).isEqualTo(2);
      assertThat(call.chunk().bytes()).isEqualTo(2);
      assertThat(call.chunk().attempt()).isZero();
      assertThat(call.chunk().get(1).value()).isEqualTo("y");
      assertThat(call.chunk().get(1).encodedValue()).contains(new byte[] {'y'});
      assertThat(call.chunk().get(1).timestamp()).isEqualTo(1);
      assertThat(call.chunk().get(1).key()).isEmpty();
      assertThat(call.chunk().get(1).header("none")).isEmpty();
      assertThat(call.chunk().get(1)).hasToString("a/1");
    }
  }
}
