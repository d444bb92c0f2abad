package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SettleTest {
  private static final Duration WITHIN = Duration.ofSeconds(10);

  private final TestTopic topic = new TestTopic(2);

  @ParameterizedTest
  @EnumSource
  void whatIsSettledIsTheCommittedPositionOfTheGroup(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);

      for (long next = 1; next <= 10; next++) {
        Settlement done = member.engine().done(lane, next);
        assertThat(Member.get(member.settling(done, WITHIN)))
            .isEqualTo(SettleResult.settled(List.of(done)));
        assertThat(topic.members().committed()).containsEntry(topic.partition(0), next);
      }
      assertThat(member.probe().commits()).hasSize(10);
    }
  }

  @ParameterizedTest
  @EnumSource
  void lanesThatAreSettledTogetherTakeOneCommit(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef first = member.awaitLane(topic.partition(0));
      LaneRef second = member.awaitLane(topic.partition(1));
      member.awaitRecords(first, 10);
      member.awaitRecords(second, 10);

      SettleResult result =
          Member.get(
              member
                  .source()
                  .settle(
                      List.of(member.engine().done(first, 4), member.engine().done(second, 9)),
                      WITHIN));

      assertThat(result.settled()).hasSize(2);
      assertThat(member.probe().commits())
          .containsExactly(Map.of(topic.partition(0), 4L, topic.partition(1), 9L));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSettlementOfAnotherGenerationIsStaleAndNeverSent(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);
      Settlement current = member.engine().done(lane, 4);
      Settlement earlier =
          new Settlement.Done(new LaneRef(lane.name(), lane.generation() - 1), 0, 9, 9);
      Settlement foreign = new Settlement.Done(new LaneRef("elsewhere-0", 1), 0, 9, 9);

      SettleResult mixed =
          Member.get(member.source().settle(List.of(earlier, current, foreign), WITHIN));
      SettleResult onlyStale = Member.get(member.source().settle(List.of(earlier), WITHIN));

      assertThat(mixed)
          .isEqualTo(new SettleResult(List.of(current), List.of(earlier, foreign), List.of()));
      assertThat(onlyStale).isEqualTo(new SettleResult(List.of(), List.of(earlier), List.of()));
      assertThat(member.probe().commits()).containsExactly(Map.of(topic.partition(0), 4L));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStormOfOtherCommandsDisturbsNeitherSettlesNorReading(GroupProtocol protocol) {
    try (Member member = Member.of(topic).with(protocol).open()) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      LaneRef other = member.awaitLane(topic.partition(1));
      try (Storm storm = new Storm(member, other)) {
        for (int i = 0; i < 10; i++) {
          topic.produce(20 * i, 20 * (i + 1));
          member.awaitRecords(lane, 10 * (i + 1));
          assertThat(member.settleAll(lane).settled()).hasSize(1);
        }
        Member.get(member.source().stopIntake());
        for (int i = 0; i < 10; i++) {
          assertThat(member.settleAll(lane).settled()).hasSize(1);
        }
        assertThat(storm.commands()).isPositive();
      }
      assertThat(member.engine().failures()).isEmpty();
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 100L);
    }
  }

  /** Pauses and resumes a lane as fast as it goes, each of which may wake the poll thread. */
  private static final class Storm implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger commands = new AtomicInteger();
    private final Thread thread;

    Storm(Member member, LaneRef lane) {
      thread =
          new Thread(
              () -> {
                while (!over.get()) {
                  member.source().pause(lane);
                  member.source().resume(lane);
                  commands.addAndGet(2);
                  LockSupport.parkNanos(100_000);
                }
              },
              "storm");
      thread.start();
    }

    int commands() {
      return commands.get();
    }

    @Override
    public void close() {
      over.set(true);
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
