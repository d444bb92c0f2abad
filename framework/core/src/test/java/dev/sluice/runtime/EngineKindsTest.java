package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.DependencyDown;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.drain.DrainState;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A handler for each kind of record, with limits of its own, in one engine. */
@ExtendWith(VertxExtension.class)
class EngineKindsTest {
  private static final TaskSettings SLOW =
      new TaskSettings(
          "load-airports", Duration.ofSeconds(120), Optional.of(Duration.ofSeconds(20)));
  private static final TaskSettings FAST =
      new TaskSettings("mailer", Duration.ofSeconds(60), Optional.empty());

  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  private static EngineRig rig(Consumer<RigSettings> change) {
    return new EngineRig(
        vertx,
        settings -> {
          settings.kinds =
              Map.of("slow", RigSettings.scripted(SLOW), "fast", RigSettings.scripted(FAST));
          change.accept(settings);
        });
  }

  private static List<ScriptedCall> unended(EngineRig rig, String kind) {
    return rig.handler.unended().stream().filter(call -> call.lane().startsWith(kind)).toList();
  }

  /** Gives the worker so many lanes of a kind, each with a chunk's records. */
  private static void lanes(EngineRig rig, String kind, int count) {
    for (int lane = 0; lane < count; lane++) {
      rig.assign(kind + "-" + lane);
      rig.deliver(kind + "-" + lane, records(5));
    }
  }

  private static String[] records(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toArray(String[]::new);
  }

  @Test
  void eachKindHasItsOwnHandlerWithItsOwnType() {
    List<String> texts = new CopyOnWriteArrayList<>();
    List<Integer> numbers = new CopyOnWriteArrayList<>();
    TaskLimits limits = TaskLimits.limit(Duration.ofSeconds(60));
    ChunkHandler<String> words =
        ChunkHandler.of(
            limits,
            (chunk, context) -> {
              chunk.records().forEach(one -> texts.add(one.value()));
              return Future.succeededFuture(Outcome.DONE);
            });
    ChunkHandler<Integer> sums =
        ChunkHandler.of(
            limits,
            (chunk, context) -> {
              chunk.records().forEach(one -> numbers.add(one.value()));
              return Future.succeededFuture(Outcome.DONE);
            });
    try (EngineRig rig =
        rig(
            s ->
                s.kinds =
                    Map.of(
                        "words",
                        scripted -> new EngineTask<>(FAST, words, EngineRig.decoder()),
                        "numbers",
                        scripted ->
                            new EngineTask<>(
                                SLOW,
                                sums,
                                bytes ->
                                    Integer.valueOf(new String(bytes, StandardCharsets.UTF_8)))))) {
      rig.assign("words");
      rig.assign("numbers");
      rig.source.broker().append("words", "1", "one");
      rig.source.broker().append("numbers", "2");
      rig.source.poll(10, "words", "numbers");
      rig.source.awaitIdle();
      rig.loop.awaitIdle();

      assertThat(texts).containsExactly("1", "one");
      assertThat(numbers).containsExactly(2);
    }
  }

  @Test
  void eachTryEndsAtTheLimitOfItsOwnHandler() {
    try (EngineRig rig = rig(s -> {})) {
      rig.assign("slow");
      rig.assign("fast");
      rig.deliver("slow", "1");
      rig.deliver("fast", "1");
      rig.advanceSeconds(61);

      assertThat(unended(rig, "fast").get(0).context().ended().isComplete()).isTrue();
      assertThat(unended(rig, "slow").get(0).context().ended().isComplete()).isFalse();

      rig.advanceSeconds(60);

      assertThat(unended(rig, "slow").get(0).context().ended().isComplete()).isTrue();
    }
  }

  @Test
  void onlyTheHandlerThatPromisedCheckpointsIsHeldToIt() {
    try (EngineRig rig = rig(s -> {})) {
      rig.assign("fast");
      rig.deliver("fast", "1");
      rig.advanceSeconds(50);
      assertThat(rig.tally.lateCheckpoints.get()).isZero();

      rig.assign("slow");
      rig.deliver("slow", "1");
      rig.advanceSeconds(21);
      assertThat(rig.tally.lateCheckpoints.get()).isEqualTo(1);
    }
  }

  @Test
  void aSlowKindLeavesAPlaceForTheOthers() {
    try (EngineRig rig = rig(s -> {})) {
      lanes(rig, "slow", 6);
      assertThat(unended(rig, "slow")).as("three of four places").hasSize(3);

      rig.assign("fast");
      rig.deliver("fast", records(60));
      for (int chunk = 0; chunk < 12; chunk++) {
        assertThat(unended(rig, "fast")).as("chunk " + chunk).hasSize(1);
        unended(rig, "fast").get(0).done();
      }

      assertThat(rig.committed("fast")).isEqualTo(60);
      assertThat(unended(rig, "slow")).as("none of them has ended").hasSize(3);
    }
  }

  @Test
  void kindsTakeTurnsWhereThereIsRoom() {
    try (EngineRig rig = rig(s -> {})) {
      lanes(rig, "slow", 6);
      lanes(rig, "fast", 6);
      assertThat(unended(rig, "slow")).hasSize(3);

      unended(rig, "slow").get(0).done();
      unended(rig, "slow").get(0).done();

      assertThat(unended(rig, "slow")).hasSize(2);
      assertThat(unended(rig, "fast")).hasSize(2);
    }
  }

  @Test
  void whatASlowKindHoldsDoesNotPauseTheOthers() {
    try (EngineRig rig = rig(s -> s.maxRecords = 40)) {
      rig.assign("slow-a");
      rig.assign("slow-b");
      rig.deliver("slow-a", records(30));
      rig.deliver("slow-b", records(30));
      assertThat(rig.source.topic("slow-a").paused() || rig.source.topic("slow-b").paused())
          .isTrue();

      rig.assign("fast");
      for (int turn = 0; turn < 20; turn++) {
        rig.deliver("fast", "1");
        assertThat(rig.source.topic("fast").paused()).isFalse();
        unended(rig, "fast").get(0).done();
      }
      assertThat(rig.committed("fast")).isEqualTo(20);
    }
  }

  @Test
  void aDependencyOfOneKindThatIsDownHoldsNoOtherUp() {
    try (EngineRig rig = rig(s -> {})) {
      rig.assign("slow");
      rig.assign("fast");
      rig.deliver("fast", "1");
      unended(rig, "fast").get(0).fail(new DependencyDown("no mail server"));
      assertThat(rig.snapshot().outage()).isPresent();
      assertThat(rig.source.topic("fast").paused()).isTrue();

      rig.deliver("slow", "1");
      assertThat(rig.source.topic("slow").paused()).isFalse();
      unended(rig, "slow").get(0).done();

      assertThat(rig.committed("slow")).isEqualTo(1);
      assertThat(rig.snapshot().outage()).isPresent();
    }
  }

  @Test
  void aDrainWaitsForTheLargestNeedAndCutsThen() {
    try (EngineRig rig = rig(s -> s.need = Duration.ofSeconds(60))) {
      rig.assign("slow");
      rig.assign("fast");
      rig.deliver("slow", "1", "2");
      rig.deliver("fast", "1");
      rig.stop();
      ScriptedCall slow = unended(rig, "slow").get(0);
      slow.checkpoint(1);
      slow.stopped();
      rig.advanceSeconds(59);
      unended(rig, "fast").get(0).done();

      assertThat(rig.state()).isInstanceOf(DrainState.Stopped.class);
      assertThat(rig.committed("slow")).isEqualTo(1);
      assertThat(rig.committed("fast")).isEqualTo(1);
      assertThat(rig.exitCode()).isZero();
    }
  }

  @Test
  void aKindWithoutAHandlerIsAFaultOfTheSourceAndLosesNothing() {
    try (EngineRig rig = rig(s -> {})) {
      rig.assign("other");
      rig.deliver("other", "1");

      assertThat(rig.state()).isInstanceOf(DrainState.Stopped.class);
      assertThat(rig.exitCode()).isEqualTo(1);
      assertThat(rig.handler.calls()).isEmpty();
      assertThat(rig.committed("other")).isZero();
    }
  }

  @Test
  void kindsOfOneHandlerShareItsPart() {
    try (EngineRig rig =
        rig(
            s -> {
              s.kinds = Map.of("a", RigSettings.scripted(FAST), "b", RigSettings.scripted(FAST));
            })) {
      lanes(rig, "a", 6);

      assertThat(unended(rig, "a")).as("nothing is left for its other kind").hasSize(4);

      lanes(rig, "b", 1);
      unended(rig, "a").get(0).done();
      unended(rig, "a").get(0).done();
      unended(rig, "a").get(0).done();

      assertThat(unended(rig, "b")).as("it has its turn").hasSize(1);
    }
  }
}
