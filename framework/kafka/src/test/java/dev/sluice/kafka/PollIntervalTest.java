package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A source whose {@code max.poll.interval.ms} is shorter than its pipeline would be given. */
class PollIntervalTest {
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  private final TestTopic topic = new TestTopic(2);

  private Member member(GroupProtocol protocol) {
    return Member.of(topic).with(protocol).pollInterval(INTERVAL);
  }

  private static LaneRef heldLane(Member member) {
    await().atMost(Member.PATIENCE).until(() -> !member.engine().held().isEmpty());
    return member.engine().held().get(0).lanes().iterator().next();
  }

  @ParameterizedTest
  @EnumSource
  void workThatTakesLongerThanTheIntervalCostsNoLaneBecausePollingGoesOn(GroupProtocol protocol) {
    topic.produce(20);
    try (Member member = member(protocol).with("max.poll.records", "1")) {
      member.engine().block();
      member.open();
      LaneRef lane = member.awaitLane(topic.partition(0));

      await()
          .during(INTERVAL.plusSeconds(1))
          .atMost(Member.PATIENCE)
          .until(() -> topic.members().clientIds().equals(List.of(member.clientId())));
      member.engine().unblock();

      await().atMost(Member.PATIENCE).until(() -> member.engine().next(lane) == 10);
      assertThat(member.settleAll(lane).settled()).hasSize(1);
      assertThat(member.engine().lost()).isEmpty();
      assertThat(member.engine().everOpened()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatARevokeEndsAfterTheIntervalIsNotSettledAndComesAgain(GroupProtocol protocol) {
    topic.produce(20);
    try (Member slow = member(protocol).open();
        Member heir = Member.of(topic).with(protocol)) {
      slow.awaitLanes(2);
      await().atMost(Member.PATIENCE).until(() -> slow.engine().values().size() == 20);
      slow.engine().holdRevokes();
      heir.open();
      LaneRef held = heldLane(slow);

      // The broker gives the silent member up, and its lanes away.
      LaneRef inherited = heir.awaitLane(topic.partition(partition(held)));
      heir.awaitRecords(inherited, 10);
      assertThat(heir.settle(inherited, heir.engine().next(inherited)).settled()).hasSize(1);
      RecordingEngine.HeldRevoke revoke = slow.engine().held().get(0);
      revoke
          .answer()
          .complete(revoke.lanes().stream().map(lane -> slow.engine().done(lane, 3)).toList());

      await()
          .atMost(Member.PATIENCE)
          .until(() -> !slow.engine().released().isEmpty() || slow.engine().lost().contains(held));
      slow.engine().released().forEach(release -> assertThat(release.result().settled()).isEmpty());
      assertThat(topic.members().committed()).containsEntry(topic.partition(partition(held)), 10L);
      assertThat(slow.engine().failures()).isEmpty();
      assertThat(slow.source().alive()).isTrue();
    }
  }

  private static int partition(LaneRef lane) {
    return Integer.parseInt(lane.name().substring(lane.name().lastIndexOf('-') + 1));
  }
}
