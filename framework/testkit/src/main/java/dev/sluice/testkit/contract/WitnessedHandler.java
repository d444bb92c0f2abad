package dev.sluice.testkit.contract;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.SourceRecord;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Plays a script in front of a witness. */
final class WitnessedHandler implements ChunkHandler<String> {
  private final Script script;
  private final Witness witness;
  private final AtomicLong records = new AtomicLong();

  WitnessedHandler(Script script, Witness witness) {
    this.script = script;
    this.witness = witness;
  }

  /** How many records this handler was called with; any thread. */
  long records() {
    return records.get();
  }

  /** What a contract's figures say counts. */
  @Override
  public TaskLimits limits() {
    return TaskLimits.limit(Duration.ofMinutes(1));
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    List<String> values = values(chunk, chunk.size());
    witness.called(values);
    records.addAndGet(values.size());
    return script
        .handle(chunk, context)
        .onSuccess(
            outcome -> {
              if (outcome == Outcome.DONE) {
                witness.completed(values);
              }
            });
  }

  /** The values of the first so many records of a chunk. */
  static List<String> values(Chunk<String> chunk, int first) {
    return chunk.records().subList(0, first).stream().map(SourceRecord::value).toList();
  }
}
