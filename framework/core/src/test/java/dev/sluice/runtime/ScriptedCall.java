package dev.sluice.runtime;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.Outcome;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.function.Consumer;

/** One call of a {@link ScriptedHandler}; a test says how it goes on. */
final class ScriptedCall {
  private final Chunk<String> chunk;
  private final long generation;
  private final ChunkContext<String> context;
  private final Consumer<Runnable> onLoop;
  private final Processed processed;
  private final Promise<Outcome> outcome = Promise.promise();
  private volatile boolean stoppedInTime;

  ScriptedCall(
      Chunk<String> chunk,
      long generation,
      ChunkContext<String> context,
      Consumer<Runnable> onLoop,
      Processed processed) {
    this.chunk = chunk;
    this.generation = generation;
    this.context = context;
    this.onLoop = onLoop;
    this.processed = processed;
  }

  Chunk<String> chunk() {
    return chunk;
  }

  String lane() {
    return chunk.lane();
  }

  /** Of the same lane in the same generation. */
  boolean ofTheSameLane(ScriptedCall other) {
    return lane().equals(other.lane()) && generation == other.generation;
  }

  ChunkContext<String> context() {
    return context;
  }

  Future<Outcome> future() {
    return outcome.future();
  }

  List<String> values() {
    return chunk.records().stream().map(dev.sluice.api.SourceRecord::value).toList();
  }

  /** True until the handler has ended, whether or not the engine still waits for it. */
  boolean open() {
    return !outcome.future().isComplete();
  }

  /** True while the engine waits for this call. */
  boolean alive() {
    return open() && !context.ended().isComplete();
  }

  /** The handler says that so many records of its chunk are done. */
  void checkpoint(int records) {
    onLoop.accept(
        () -> {
          context.checkpoint(chunk.get(records - 1));
          processed.add(chunk, records);
        });
  }

  void done() {
    onLoop.accept(
        () -> {
          if (alive()) {
            processed.add(chunk, chunk.size());
          }
          outcome.complete(Outcome.DONE);
        });
  }

  void stopped() {
    onLoop.accept(
        () -> {
          stoppedInTime = alive();
          outcome.complete(Outcome.STOPPED);
        });
  }

  /** True once the handler has stopped at a checkpoint while the engine waited for it. */
  boolean stoppedInTime() {
    return stoppedInTime;
  }

  void fail(String message) {
    fail(new IllegalStateException(message));
  }

  void fail(Throwable cause) {
    onLoop.accept(() -> outcome.fail(cause));
  }

  @Override
  public String toString() {
    return lane() + values();
  }
}
