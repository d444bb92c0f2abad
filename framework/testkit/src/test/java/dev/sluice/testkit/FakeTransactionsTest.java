package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.Fenced;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.spi.TransactionStore.LaneStanding;
import dev.sluice.spi.TransactionStore.StepWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What tests do to the fake, beyond the contract. */
class FakeTransactionsTest {
  private static final Duration ANY = Duration.ofSeconds(1);
  private static final String LANE = "lane";

  private final FakeTransactions store = new FakeTransactions();
  private final Promise<Void> ended = Promise.promise();
  private final Bounds bounds = new Bounds(ANY, ended.future());

  private LaneStanding own() {
    return store.ownLanes(Map.of(LANE, 0L), ANY).result().get(LANE);
  }

  private Future<Void> row(LaneClaim claim) {
    return store.applyInLane(claim, 1, (connection, from) -> connection.insert("row"), bounds);
  }

  private static StepWork<FakeTransactions.Connection> step() {
    return connection -> connection.insert("step").map(written -> new byte[] {1});
  }

  @Test
  void aHeldCommitIsCommittedWhenItLandsAndRunsAgainWhenItDoesNot() {
    LaneClaim claim = new LaneClaim(LANE, own().epoch());
    store.holdCommits(true);

    Future<Void> applied = row(claim);
    store.held().get(0).rollBack();

    assertThat(applied.isComplete()).isFalse();
    assertThat(store.rows()).isEmpty();
    store.held().get(0).land();
    assertThat(applied.succeeded()).isTrue();
    assertThat(store.rows()).containsExactly("row");
    assertThat(store.held()).isEmpty();
  }

  @Test
  void aCommitThatLandsBehindTheEndOfItsTryIsFoundByTheNextOne() {
    LaneClaim claim = new LaneClaim(LANE, own().epoch());
    store.holdCommits(true);
    Future<Void> cut = row(claim);
    ended.complete();
    assertThat(cut.failed()).isTrue();

    store.held().get(0).land();

    assertThat(store.position(LANE)).hasValue(1L);
    assertThat(
            store
                .applyInLane(
                    claim,
                    1,
                    (connection, from) -> connection.insert("twice"),
                    new Bounds(ANY, Promise.<Void>promise().future()))
                .succeeded())
        .isTrue();
    assertThat(store.rows()).containsExactly("row");
  }

  @Test
  void aLaterOwnerEndsACommitThatHasNotLanded() {
    LaneClaim claim = new LaneClaim(LANE, own().epoch());
    store.holdCommits(true);
    Future<Void> late = row(claim);
    FakeTransactions.HeldCommit commit = store.held().get(0);

    assertThat(store.another().ownLanes(Map.of(), ANY).succeeded()).isTrue();
    own();
    commit.land();

    assertThat(late.cause()).isInstanceOf(Fenced.class);
    assertThat(store.rows()).isEmpty();
  }

  @Test
  void aStepOfWhichNobodyKnowsWhetherItWasCommittedHasToBeOwnedAnew() {
    LaneClaim claim = new LaneClaim(LANE, own().epoch());
    store.holdCommits(true);
    store.stepInLane(claim, 0, step(), bounds);
    ended.complete();
    store.held().get(0).land();
    store.holdCommits(false);

    Bounds next = new Bounds(ANY, Promise.<Void>promise().future());
    assertThat(store.stepInLane(claim, 0, step(), next).cause()).isInstanceOf(Fenced.class);

    LaneStanding anew = own();
    assertThat(anew.state()).hasValue(new byte[] {1});
    assertThat(store.stepInLane(new LaneClaim(LANE, anew.epoch()), 0, step(), next).succeeded())
        .isTrue();
    assertThat(store.rows()).hasSize(2);
  }
}
