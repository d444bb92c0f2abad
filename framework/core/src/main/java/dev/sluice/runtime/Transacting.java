package dev.sluice.runtime;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.LaneClaim;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What tries need to work in transactions.
 *
 * @param store the one store of the pipeline
 * @param lanes owns the lanes of a cumulative source; empty for an individual one
 * @param fenced hears of claims that the store has refused
 */
record Transacting(
    TransactionStore<?> store, Optional<Tenures> lanes, BiConsumer<LaneRef, LaneClaim> fenced) {

  /** Of an engine whose handler works in transactions. */
  static Optional<Transacting> of(Optional<LaneStore> lanes, Optional<TransactionStore<?>> store) {
    return lanes.isPresent()
        ? lanes.map(LaneStore::transacting)
        : store.map(of -> new Transacting(of, Optional.empty(), (lane, claim) -> {}));
  }

  /** Whether the store knows records by an id of each, because lanes have no lasting positions. */
  boolean byId() {
    return lanes.isEmpty();
  }

  /** How the store knows the records of a chunk. */
  Footing footing(LaneRun<?> lane, EventLoop loop, RawChunk chunk) {
    return lanes
        .<Footing>map(tenures -> new LaneFooting(lane, this, tenures.of(lane.ref()), loop, chunk))
        .orElseGet(() -> new RecordFooting(store, loop, chunk));
  }
}
