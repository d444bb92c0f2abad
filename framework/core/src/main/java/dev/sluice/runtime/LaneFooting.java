package dev.sluice.runtime;

import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.Fenced;
import dev.sluice.spi.TransactionStore.LaneClaim;
import dev.sluice.spi.TransactionStore.RecordsWork;
import dev.sluice.spi.TransactionStore.StepWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;

/** Records are known by their positions in a lane that this worker owns. */
final class LaneFooting implements Footing {
  private final LaneRun<?> lane;
  private final Transacting transacting;
  private final Tenures tenures;
  private final Tenure tenure;
  private final EventLoop loop;
  private final RawChunk chunk;
  private LaneClaim claim;

  /**
   * @param tenure of the lane; null when it is gone
   */
  LaneFooting(
      LaneRun<?> lane, Transacting transacting, Tenure tenure, EventLoop loop, RawChunk chunk) {
    this.lane = lane;
    this.transacting = transacting;
    this.tenures = transacting.lanes().orElseThrow();
    this.tenure = tenure;
    this.loop = loop;
    this.chunk = chunk;
  }

  @Override
  public TransactionStore<?> store() {
    return transacting.store();
  }

  @Override
  public <C> Future<Void> apply(
      TransactionStore<C> store, BitSet wanted, RecordsWork<C> work, Bounds bounds) {
    if (!owned()) {
      return notOwned();
    }
    long next = chunk.positionAfter(chunk.size() - 1);
    return call(store.applyInLane(
            claim,
            next,
            (connection, from) -> {
              BitSet fresh = (BitSet) wanted.clone();
              fresh.clear(0, firstFrom(from));
              return fresh.isEmpty() ? Future.succeededFuture() : work.apply(connection, fresh);
            },
            bounds))
        .onSuccess(committed -> tenure.applied(next));
  }

  private Future<Void> call(Future<Void> transaction) {
    return tenure.during(loop.follow(transaction));
  }

  private boolean owned() {
    if (tenure == null || !tenure.held()) {
      return false;
    }
    claim = tenure.claim();
    return true;
  }

  private <A> Future<A> notOwned() {
    return Future.failedFuture(new Fenced(lane.ref().name() + " is somebody else's"));
  }

  private int firstFrom(long position) {
    int first = 0;
    while (first < chunk.size() && chunk.position(first) < position) {
      first++;
    }
    return first;
  }

  @Override
  public Future<Standing> own(int index, Duration within) {
    if (!owned()) {
      return notOwned();
    }
    // What an earlier try had on its way is committed or fenced by that, and the store tells which.
    Future<Tenure> sure =
        tenure.doubtful() ? tenures.ownAgain(tenure) : Future.succeededFuture(tenure);
    long position = chunk.position(index);
    return sure.compose(
            known -> {
              claim = tenure.claim();
              return tenures.pass(tenure, position, within);
            })
        .map(
            passed ->
                tenure.position() > position
                    ? new Standing(true, Optional.empty())
                    : new Standing(false, tenure.state()));
  }

  @Override
  public <C> Future<Void> step(
      TransactionStore<C> store, int index, StepWork<C> work, Bounds bounds) {
    tenure.stepping();
    return call(store.stepInLane(claim, chunk.position(index), work, bounds));
  }

  @Override
  public <C> Future<Void> finish(
      TransactionStore<C> store, int index, StepWork<C> work, Bounds bounds) {
    tenure.stepping();
    long next = chunk.positionAfter(index);
    return call(store.applyInLane(
            claim,
            next,
            (connection, from) ->
                from > chunk.position(index) ? Future.succeededFuture() : work.apply(connection),
            bounds))
        .onSuccess(
            committed -> {
              tenure.stepped(claim, null);
              tenure.applied(next);
            });
  }

  @Override
  public void stepped(int index, byte[] state) {
    if (tenure.stepped(claim, state) && tenures.of(lane.ref()) == tenure) {
      lane.ledger().keepState(chunk.position(index), state);
    }
  }

  @Override
  public void failed(Throwable cause) {
    if (cause instanceof Fenced && claim != null) {
      transacting.fenced().accept(lane.ref(), claim);
    }
  }
}
