package dev.sluice.runtime;

import dev.sluice.spi.TransactionStore;
import dev.sluice.spi.TransactionStore.Bounds;
import dev.sluice.spi.TransactionStore.RecordClaim;
import dev.sluice.spi.TransactionStore.RecordsWork;
import dev.sluice.spi.TransactionStore.StepWork;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Records are known by an id of each, because their source has no lasting positions. */
final class RecordFooting implements Footing {
  private final TransactionStore<?> store;
  private final EventLoop loop;
  private final RawChunk chunk;
  private RecordClaim claim;

  RecordFooting(TransactionStore<?> store, EventLoop loop, RawChunk chunk) {
    this.store = store;
    this.loop = loop;
    this.chunk = chunk;
  }

  @Override
  public TransactionStore<?> store() {
    return store;
  }

  /** A record without one was taken out of its chunk before the try. */
  private String id(int index) {
    return chunk.id(index).orElseThrow();
  }

  @Override
  public <C> Future<Void> apply(
      TransactionStore<C> applied, BitSet wanted, RecordsWork<C> work, Bounds bounds) {
    List<String> ids = new ArrayList<>();
    List<Integer> indexes = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (int i = wanted.nextSetBit(0); i >= 0; i = wanted.nextSetBit(i + 1)) {
      String id = id(i);
      // One that was delivered twice is applied once.
      if (seen.putIfAbsent(id, i) == null) {
        ids.add(id);
        indexes.add(i);
      }
    }
    return loop.follow(
        applied.applyRecords(
            ids,
            (connection, fresh) -> {
              BitSet inChunk = new BitSet();
              fresh.stream().forEach(each -> inChunk.set(indexes.get(each)));
              return work.apply(connection, inChunk);
            },
            bounds));
  }

  @Override
  public Future<Standing> own(int index, Duration within) {
    String id = id(index);
    return loop.follow(store.ownRecord(id, within))
        .map(
            standing -> {
              claim = new RecordClaim(id, standing.epoch());
              return new Standing(standing.applied(), standing.state());
            });
  }

  @Override
  public <C> Future<Void> step(
      TransactionStore<C> applied, int index, StepWork<C> work, Bounds bounds) {
    return loop.follow(applied.stepInRecord(claim, work, bounds));
  }

  @Override
  public <C> Future<Void> finish(
      TransactionStore<C> applied, int index, StepWork<C> work, Bounds bounds) {
    return loop.follow(applied.finishRecord(claim, work, bounds));
  }

  @Override
  public void stepped(int index, byte[] state) {}

  @Override
  public void failed(Throwable cause) {}
}
