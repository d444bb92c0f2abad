package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lane moves from a member that has started work in it to one that has just joined. */
class RevokeTest {
  private static final Duration WITHIN = Duration.ofSeconds(10);

  private final TestTopic topic = new TestTopic(2);

  /** Has both lanes and ten records of each, and answers no revoke by itself. */
  private Member owner(GroupProtocol protocol, Duration need) {
    topic.produce(20);
    Member owner = Member.of(topic).with(protocol).need(need).open();
    for (LaneRef lane : owner.awaitLanes(2)) {
      owner.awaitRecords(lane, 10);
    }
    owner.engine().holdRevokes();
    return owner;
  }

  private static RecordingEngine.HeldRevoke awaitRevoke(Member owner) {
    await().atMost(Member.PATIENCE).until(() -> !owner.engine().held().isEmpty());
    return owner.engine().held().get(0);
  }

  private TopicPartition partition(LaneRef lane) {
    return lane.name().equals(Assignment.laneName(topic.partition(0)))
        ? topic.partition(0)
        : topic.partition(1);
  }

  @ParameterizedTest
  @EnumSource
  void theNewOwnerStartsExactlyWhereTheOldOneEnded(GroupProtocol protocol) {
    try (Member gives = owner(protocol, Duration.ofSeconds(20));
        Member takes = Member.of(topic).with(protocol).open()) {
      RecordingEngine.HeldRevoke revoke = awaitRevoke(gives);
      assertThat(revoke.within()).isEqualTo(Duration.ofSeconds(20));

      await()
          .during(Duration.ofSeconds(1))
          .atMost(Member.PATIENCE)
          .until(() -> takes.engine().everOpened().isEmpty());
      revoke.answer().complete(revoke.lanes().stream().map(lane -> done(gives, lane, 6)).toList());

      LaneRef moved = takes.awaitLanes(1).iterator().next();
      assertThat(takes.engine().openedAt(moved)).isEqualTo(6);
      assertThat(takes.awaitRecords(moved, 4)).containsExactly(6L, 7L, 8L, 9L);
      RecordingEngine.Release release = gives.engine().released().get(0);
      assertThat(release.lanes()).isEqualTo(revoke.lanes());
      assertThat(release.result().settled()).hasSameSizeAs(revoke.lanes());
      assertThat(gives.engine().lost()).isEmpty();
      assertThat(topic.members().committed()).containsEntry(partition(moved), 6L);
    }
  }

  private static Settlement done(Member member, LaneRef lane, long next) {
    return member.engine().done(lane, next);
  }

  @ParameterizedTest
  @EnumSource
  void settlesAreServedWhileARevokeWaits(GroupProtocol protocol) {
    try (Member gives = owner(protocol, Duration.ofSeconds(20));
        Member takes = Member.of(topic).with(protocol).open()) {
      RecordingEngine.HeldRevoke revoke = awaitRevoke(gives);

      for (LaneRef lane : Set.copyOf(gives.engine().lanes())) {
        assertThat(gives.settle(lane, 3).settled()).hasSize(1);
        assertThat(topic.members().committed()).containsEntry(partition(lane), 3L);
      }

      assertThat(gives.engine().released()).isEmpty();
      revoke.answer().complete(List.of());
      LaneRef moved = takes.awaitLanes(1).iterator().next();
      assertThat(takes.engine().openedAt(moved)).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSettleThatIsUnderWayIsAnsweredByTheLastCommitOfTheRevoke(GroupProtocol protocol) {
    try (Member gives = owner(protocol, Duration.ofSeconds(20));
        Member takes = Member.of(topic).with(protocol).open()) {
      RecordingEngine.HeldRevoke revoke = awaitRevoke(gives);
      List<Settlement> last = revoke.lanes().stream().map(lane -> done(gives, lane, 8)).toList();
      Settlement ordinary = done(gives, revoke.lanes().iterator().next(), 5);

      Future<SettleResult> answer = gives.settling(ordinary, WITHIN);
      revoke.answer().complete(last);

      assertThat(Member.get(answer).settled()).containsExactly(ordinary);
      LaneRef moved = takes.awaitLanes(1).iterator().next();
      assertThat(takes.engine().openedAt(moved)).isEqualTo(8);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatTheOldOwnerSettlesAfterwardsIsStale(GroupProtocol protocol) {
    try (Member gives = owner(protocol, Duration.ofSeconds(20));
        Member takes = Member.of(topic).with(protocol).open()) {
      RecordingEngine.HeldRevoke revoke = awaitRevoke(gives);
      revoke.answer().complete(List.of());
      LaneRef moved = takes.awaitLanes(1).iterator().next();
      LaneRef old =
          revoke.lanes().stream()
              .filter(lane -> lane.name().equals(moved.name()))
              .findFirst()
              .get();

      SettleResult late = gives.settle(old, 9);

      assertThat(late.stale()).hasSize(1);
      assertThat(late.settled()).isEmpty();
      assertThat(topic.members().committed()).doesNotContainKey(partition(moved));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEngineThatNeverAnswersLosesTheLanesInTime(GroupProtocol protocol) {
    Duration need = Duration.ofSeconds(1);
    try (Member gives = owner(protocol, need);
        Member takes = Member.of(topic).with(protocol).open()) {
      RecordingEngine.HeldRevoke revoke = awaitRevoke(gives);

      await().atMost(need.plusSeconds(3)).until(() -> !gives.engine().lost().isEmpty());

      assertThat(gives.engine().lost()).containsExactlyInAnyOrderElementsOf(revoke.lanes());
      assertThat(gives.engine().released()).isEmpty();
      LaneRef moved = takes.awaitLanes(1).iterator().next();
      assertThat(takes.engine().openedAt(moved)).isZero();
      assertThat(topic.members().committed()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEngineThatFailsToAnswerLosesTheLanesAtOnce(GroupProtocol protocol) {
    try (Member gives = owner(protocol, Duration.ofSeconds(20));
        Member takes = Member.of(topic).with(protocol).open()) {
      RecordingEngine.HeldRevoke revoke = awaitRevoke(gives);

      revoke.answer().fail(new IllegalStateException("the engine is broken"));

      takes.awaitLanes(1);
      assertThat(gives.engine().lost()).containsExactlyInAnyOrderElementsOf(revoke.lanes());
      assertThat(topic.members().committed()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLaneThatComesBackHasANewGenerationAndGoesOnWhereTheOtherEnded(GroupProtocol protocol) {
    try (Member stays = Member.of(topic).with(protocol).open();
        Member visits = Member.of(topic).with(protocol)) {
      stays.awaitLanes(2);
      visits.open();
      LaneRef visited = visits.awaitLanes(1).iterator().next();
      topic.produce(20);
      visits.awaitRecords(visited, 10);
      visits.settle(visited, 7);
      Member.get(visits.closing(WITHIN));

      LaneRef back = stays.awaitLane(partition(visited));
      stays.awaitRecords(back, 3);

      assertThat(back.generation()).isGreaterThan(1);
      assertThat(stays.engine().openedAt(back)).isEqualTo(7);
      assertThat(stays.engine().positions(back))
          .isEqualTo(LongStream.range(7, 10).boxed().toList());
      assertThat(stays.engine().everOpened()).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCloseEndsTheWaitOfARevoke(GroupProtocol protocol) {
    try (Member gives = owner(protocol, Duration.ofMinutes(1));
        Member takes = Member.of(topic).with(protocol).open()) {
      awaitRevoke(gives);

      Future<Void> closed = gives.closing(Duration.ofSeconds(5));

      await().atMost(Duration.ofSeconds(5)).until(closed::isComplete);
      assertThat(closed.succeeded()).isTrue();
      takes.awaitLanes(2);
      assertThat(gives.engine().failures()).isEmpty();
    }
  }
}
