package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.progress.Carried;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumePoint;
import dev.sluice.progress.ResumeState;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.StateStore;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Resume states that are too large for a commit's metadata go to a store. */
class LargeStatesTest {
  private static final Duration WITHIN = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(600);

  private static final OwnerMark MARK =
      OwnerMark.running("flights-0", 77, 1, Duration.ofSeconds(140), OwnerMark.Layers.UNKNOWN);

  private final TestTopic topic = new TestTopic(2);
  private final StatesInMemory store = new StatesInMemory();

  private Member member() {
    return Member.of(topic).states(store);
  }

  private LaneRef lane(Member member, int partition) {
    return member.awaitLane(topic.partition(partition));
  }

  /** Something large that is left at position 4. */
  private static Carried large(int fill) {
    byte[] state = new byte[100_000];
    Arrays.fill(state, (byte) fill);
    return new Carried(List.of(), List.of(new ResumeState(4, state)));
  }

  private static Settlement done(LaneRef lane, Carried carried) {
    return new Settlement.Done(lane, 0, 4, 4, carried);
  }

  private SettleResult settle(Member member, Settlement settlement) {
    return Member.get(member.settling(settlement, WITHIN));
  }

  /** A member has settled a lane with a large state, and is gone. */
  private void leaveBehind(Carried carried) {
    try (Member member = member().open()) {
      Settlement done = done(lane(member, 0), carried);
      assertThat(settle(member, done).settled()).containsExactly(done);
    }
  }

  private ResumePoint found(Member heir) {
    return heir.engine().point(lane(heir, 0));
  }

  @Test
  void aSourceKeepsAsMuchAsThereIsAPlaceFor() {
    try (Member with = member();
        Member without = Member.of(topic)) {
      assertThat(with.source().stateBytes()).isEqualTo(StateStore.MOST_BYTES);
      assertThat(without.source().stateBytes()).isEqualTo(StateText.MOST_BYTES);
    }
  }

  @Test
  void theNextOwnerIsGivenALargeStateBack() {
    leaveBehind(large(1));

    try (Member heir = member().open()) {
      assertThat(found(heir).position()).isEqualTo(4);
      assertThat(found(heir).carried()).isEqualTo(large(1));
    }
  }

  @Test
  void aSmallStateNeedsNoStore() {
    Carried small = new Carried(List.of(), List.of(new ResumeState(4, new byte[500])));
    leaveBehind(small);

    assertThat(store.puts()).isZero();
    try (Member heir = Member.of(topic).open()) {
      assertThat(found(heir).carried()).isEqualTo(small);
    }
  }

  @Test
  void aLaneIsNotCommittedWhileItsStateIsNotStoredAndOthersAre() {
    try (Member member = member().open()) {
      Settlement withState = done(lane(member, 0), large(1));
      Settlement without = done(lane(member, 1), Carried.NONE);
      store.away(true);

      SettleResult result = Member.get(member.source().settle(List.of(withState, without), WITHIN));

      assertThat(result.failed()).containsExactly(withState);
      assertThat(result.settled()).containsExactly(without);
      assertThat(topic.members().committed()).containsOnlyKeys(topic.partition(1));

      store.away(false);
      assertThat(settle(member, withState).settled()).containsExactly(withState);
      assertThat(topic.members().committed()).containsEntry(topic.partition(0), 4L);
    }
  }

  @Test
  void aSettleIsAnsweredInTimeThoughTheStoreIsNot() {
    try (Member member = member().open()) {
      Settlement done = done(lane(member, 0), large(1));
      store.hold();

      SettleResult late = Member.get(member.settling(done, SHORT));

      assertThat(late.failed()).containsExactly(done);
      assertThat(topic.members().committed()).isEmpty();
      store.release();
      assertThat(settle(member, done).settled()).containsExactly(done);
      assertThat(store.puts()).isOne();
    }
  }

  @Test
  void whatWasPutAndNotCommittedIsNeverRead() {
    try (Member dead = member().open()) {
      LaneRef lane = lane(dead, 0);
      settle(dead, done(lane, large(1)));
      store.hold();
      Future<SettleResult> late = dead.settling(done(lane, large(2)), WITHIN);
      await().atMost(Member.PATIENCE).until(() -> store.puts() == 2);
      topic.members().throwOut();

      store.release();

      assertThat(Member.get(late).settled()).isEmpty();
      assertThat(store.size()).isEqualTo(2);
    }

    try (Member heir = member().open()) {
      assertThat(found(heir).carried()).isEqualTo(large(1));
    }
  }

  @Test
  void aLaneWaitsForAStoreThatIsAwayAndOthersDoNot() {
    leaveBehind(large(1));
    store.away(true);

    try (Member heir = member().open()) {
      lane(heir, 1);
      await().atMost(Member.PATIENCE).until(() -> store.gets() >= 2);
      assertThat(heir.engine().lanes()).hasSize(1);

      store.away(false);

      assertThat(found(heir).carried()).isEqualTo(large(1));
    }
  }

  @Test
  void aStateThatIsGoneMeansTheRecordIsDoneFromItsBeginning() {
    leaveBehind(large(1));
    store.lose();

    try (Member heir = member().open()) {
      assertThat(found(heir).position()).isEqualTo(4);
      assertThat(found(heir).carried()).isEqualTo(Carried.NONE);
    }
  }

  @Test
  void withoutTheStoreTheRecordIsDoneFromItsBeginning() {
    leaveBehind(large(1));

    try (Member heir = Member.of(topic).open()) {
      assertThat(found(heir).position()).isEqualTo(4);
      assertThat(found(heir).carried()).isEqualTo(Carried.NONE);
    }
  }

  @Test
  void aRevokeStoresALargeStateBeforeItCommits() {
    topic.produce(20);
    try (Member gives = member().open()) {
      gives.awaitLanes(2);
      gives.engine().holdRevokes();
      store.hold();
      try (Member takes = member().open()) {
        await().atMost(Member.PATIENCE).until(() -> !gives.engine().held().isEmpty());
        RecordingEngine.HeldRevoke revoke = gives.engine().held().get(0);

        revoke.answer().complete(revoke.lanes().stream().map(l -> done(l, large(7))).toList());
        await().atMost(Member.PATIENCE).until(() -> store.puts() > 0);
        assertThat(topic.members().committed()).isEmpty();
        store.release();

        LaneRef moved = takes.awaitLanes(1).iterator().next();
        assertThat(takes.engine().point(moved).carried()).isEqualTo(large(7));
        assertThat(gives.engine().released().get(0).result().failed()).isEmpty();
      }
    }
  }

  @Test
  void theSameStatesArePutOnceAndOldOnesAreDropped() {
    try (Member member = member().open()) {
      LaneRef lane = lane(member, 0);
      settle(member, done(lane, large(1)));
      settle(member, done(lane, large(1)));
      assertThat(store.puts()).isOne();

      for (int fill = 2; fill < 6; fill++) {
        settle(member, done(lane, large(fill)));
      }

      assertThat(store.puts()).isEqualTo(5);
      assertThat(store.size()).isEqualTo(2);
      settle(member, done(lane, Carried.NONE));
      settle(member, done(lane, Carried.NONE));
      assertThat(store.size()).isZero();
    }
  }

  @Test
  void aMarkKeepsTheReference() {
    leaveBehind(large(1));
    try (Member member = member().open()) {
      lane(member, 0);
      Member.get(member.source().mark(MARK, WITHIN));
    }

    try (Member heir = member().open()) {
      assertThat(found(heir).carried()).isEqualTo(large(1));
      assertThat(found(heir).previous()).hasValue(MARK);
    }
    assertThat(store.puts()).isOne();
  }
}
