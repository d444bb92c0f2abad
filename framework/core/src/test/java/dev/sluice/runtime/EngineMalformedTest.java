package dev.sluice.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Records that do not decode. */
@ExtendWith(VertxExtension.class)
class EngineMalformedTest {
  private static Vertx vertx;

  @BeforeAll
  static void use(Vertx shared) {
    vertx = shared;
  }

  @Test
  void theRecordsBeforeAMalformedOneGoFirstThenTheLaneIsHalted() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "!bad", "4");

      assertThat(rig.handler.last().values()).containsExactly("1", "2");
      assertThat(rig.lane("a").state()).isEqualTo("open");

      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(2);
      assertThat(rig.handler.calls()).hasSize(1);
      assertThat(rig.lane("a").halted())
          .hasValueSatisfying(
              reason ->
                  assertThat(reason)
                      .contains("a at position 2 does not decode")
                      .contains("not a value: !bad")
                      .contains("pipeline.malformed: deadLetter or skip"));
      assertThat(rig.tally.handedBack.get()).as("it and what follows").isEqualTo(2);
    }
  }

  @Test
  void aRecordThatDecodesIsDecodedOnceATry() {
    List<String> decoded = new ArrayList<>();
    try (EngineRig rig =
        EngineRig.with(
            vertx,
            s -> s.skipMalformed = true,
            bytes -> {
              String value = EngineRig.decoder().decode(bytes);
              decoded.add(value);
              return value;
            })) {
      rig.assign("a");
      rig.deliver("a", "1", "2", "!bad", "4");
      rig.handler.last().fail("no");
      rig.advanceSeconds(1);
      rig.handler.last().done();

      assertThat(rig.handler.last().values()).containsExactly("4");
      assertThat(decoded).containsExactly("1", "2", "1", "2", "4");
    }
  }

  @Test
  void aHaltedLaneTakesNothingMore() {
    try (EngineRig rig = new EngineRig(vertx)) {
      rig.assign("a");
      rig.deliver("a", "!bad");
      rig.deliver("a", "2");

      assertThat(rig.handler.calls()).isEmpty();
      assertThat(rig.tally.handedBack.get()).isEqualTo(2);
    }
  }

  @Test
  void aMalformedRecordIsSkippedWhenThePolicySaysSo() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.skipMalformed = true)) {
      rig.assign("a");
      rig.deliver("a", "1", "!bad", "3", "!bad", "!bad", "6");
      rig.handler.last().done();

      assertThat(rig.handler.last().values()).containsExactly("3");
      assertThat(rig.committed("a")).isEqualTo(2);

      rig.handler.last().done();

      assertThat(rig.handler.last().values()).containsExactly("6");
      assertThat(rig.committed("a")).isEqualTo(5);

      rig.handler.last().done();

      assertThat(rig.committed("a")).isEqualTo(6);
      assertThat(rig.tally.settled.get()).isEqualTo(3);
      assertThat(rig.tally.skipped.get()).isEqualTo(3);
    }
  }

  @Test
  void tenThousandMalformedRecordsInARowAreSkipped() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.skipMalformed = true)) {
      rig.assign("a");
      rig.deliver("a", Collections.nCopies(10_000, "!bad").toArray(String[]::new));
      rig.deliver("a", "good");

      assertThat(rig.committed("a")).isEqualTo(10_000);
      assertThat(rig.tally.skipped.get()).isEqualTo(10_000);
      assertThat(rig.handler.last().values()).containsExactly("good");
    }
  }

  @Test
  void anErrorOfTheDecoderHaltsTheLaneWhateverThePolicy() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.skipMalformed = true)) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", EngineRig.DEEP);
      rig.deliver("b", "1");
      rig.handler.last().done();

      assertThat(rig.lane("a").state()).as("it says nothing about the record").isEqualTo("halted");
      assertThat(rig.committed("a")).isZero();
      assertThat(rig.committed("b")).isEqualTo(1);
    }
  }

  @Test
  void malformedRecordsHoldNoPlace() {
    try (EngineRig rig =
        new EngineRig(
            vertx,
            s -> {
              s.maxChunks = 1;
              s.skipMalformed = true;
            })) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "1");
      rig.deliver("b", "!bad", "2");
      rig.handler.last().done();

      assertThat(rig.handler.last().lane()).isEqualTo("b");
      assertThat(rig.handler.last().values()).containsExactly("2");
      assertThat(rig.committed("b")).isEqualTo(1);
    }
  }

  @Test
  void aHaltOnAMalformedRecordFreesItsPlace() {
    try (EngineRig rig = new EngineRig(vertx, s -> s.maxChunks = 1)) {
      rig.assign("a");
      rig.assign("b");
      rig.deliver("a", "!bad");
      rig.deliver("b", "1");

      assertThat(rig.handler.last().lane()).isEqualTo("b");
    }
  }
}
