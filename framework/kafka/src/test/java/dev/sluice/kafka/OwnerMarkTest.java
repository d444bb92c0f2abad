package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.ResumeState;
import dev.sluice.progress.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OwnerMarkTest {
  private static final Link LINK = LinkedBroker.shared().link();
  private static final Duration WITHIN = Duration.ofSeconds(10);
  private static final OwnerMark MARK =
      OwnerMark.running("flights-0", 77, 1, Duration.ofSeconds(140), OwnerMark.Layers.UNKNOWN);

  private final TestTopic topic = new TestTopic(LinkedBroker.shared().broker(), 2, Map.of());

  @AfterEach
  void release() {
    LINK.release();
  }

  private Member marked(Member member) {
    member.open();
    member.awaitLanes(2);
    Member.get(member.source().mark(MARK, WITHIN));
    return member;
  }

  private static ResumePoint point(Member member, LaneRef lane) {
    return member.engine().point(lane);
  }

  @Test
  void anOwnerThatEndsWithoutAWordIsSeenByItsLastMark() {
    try (Member dead = marked(Member.of(topic))) {
      Member.get(dead.source().mark(MARK.draining(Duration.ofSeconds(10)), WITHIN));
    }

    try (Member heir = Member.of(topic).open()) {
      for (LaneRef lane : heir.awaitLanes(2)) {
        assertThat(point(heir, lane).previous()).hasValue(MARK.draining(Duration.ofSeconds(10)));
        assertThat(point(heir, lane).position()).isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLaneThatIsRevokedCarriesTheMarkOfAnOwnerThatHasLeftIt(GroupProtocol protocol) {
    topic.produce(20);
    try (Member gives = marked(Member.of(topic).with(protocol));
        Member takes = Member.of(topic).with(protocol)) {
      takes.open();
      LaneRef moved = takes.awaitLanes(1).iterator().next();

      assertThat(point(takes, moved).previous()).hasValue(MARK.left(true));
      assertThat(gives.engine().lost()).isEmpty();
    }
  }

  @Test
  void aLaneThatIsOpenedAfterTheMarkCarriesItToo() {
    try (Member early = Member.of(topic)) {
      early.opening(Member.PATIENCE);
      early.source().mark(MARK, WITHIN);
      early.awaitLanes(2);
      // The answer to one more mark: whatever was to be written before it is written.
      Member.get(early.source().mark(MARK, WITHIN));
    }
    try (Member heir = Member.of(topic).open()) {
      LaneRef lane = heir.awaitLanes(2).iterator().next();

      assertThat(point(heir, lane).previous()).hasValue(MARK);
    }
  }

  @Test
  void aMarkNeitherMovesAPositionNorForgetsWhatTravelsWithIt() {
    topic.produce(20);
    Carried carried =
        new Carried(
            List.of(new Carried.Stretch(6, 8)), List.of(new ResumeState(4, new byte[] {1, 2})));
    try (Member member = marked(Member.of(topic))) {
      LaneRef lane = member.awaitLane(topic.partition(0));
      member.awaitRecords(lane, 10);
      Settlement done = new Settlement.Done(lane, 0, 4, 4, carried);
      assertThat(Member.get(member.settling(done, WITHIN)).settled()).hasSize(1);

      Member.get(member.source().mark(MARK.draining(Duration.ZERO), WITHIN));

      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 4L);
    }
    try (Member heir = Member.of(topic).open()) {
      ResumePoint at = point(heir, heir.awaitLane(topic.partition(0)));

      assertThat(at.position()).isEqualTo(4);
      assertThat(at.carried()).isEqualTo(carried);
      assertThat(at.previous()).hasValue(MARK.draining(Duration.ZERO));
    }
  }

  @Test
  void aMarkIsConfirmedOnlyOnceLanesThatAreGoneWereReportedLost() {
    try (Member member = marked(Member.of(topic))) {
      Set<LaneRef> old = member.engine().lanes();

      topic.members().throwOut();
      Member.get(member.source().mark(MARK, WITHIN));

      assertThat(member.engine().lost()).containsAll(old);
    }
  }

  @Test
  void aMarkThatNobodyAnswersFailsInTimeAndTheNextOneIsWritten() {
    try (Member member = marked(Member.of(topic))) {
      LINK.hold((kind, id) -> kind == ApiKeys.OFFSET_COMMIT && id.equals(member.clientId()));

      assertThatThrownBy(
              () -> Member.get(member.source().mark(MARK.left(true), Duration.ofMillis(300))))
          .hasMessageContaining("not written in time");

      LINK.release();
      Member.get(member.source().mark(MARK.left(true), WITHIN));
    }
    try (Member heir = Member.of(topic).open()) {
      LaneRef lane = heir.awaitLanes(2).iterator().next();

      assertThat(point(heir, lane).previous()).hasValue(MARK.left(true));
    }
  }

  @Test
  void aMarkAfterTheEndFails() {
    Member member = marked(Member.of(topic));
    member.close();

    assertThat(member.source().mark(MARK, WITHIN).failed()).isTrue();
  }
}
