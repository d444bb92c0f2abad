package dev.sluice.testkit;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.ChunkHandler;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/**
 * An event-loop handler whose calls a test ends by hand, to look at what the engine does meanwhile.
 * Used by the thread that turns the loop.
 *
 * @param <T> the decoded value of a record
 */
public final class HeldHandler<T> implements ChunkHandler<T> {
  private final TaskLimits limits;
  private final List<HeldCall<T>> calls = new ArrayList<>();

  /**
   * @param limits what the handler declares
   */
  public HeldHandler(TaskLimits limits) {
    this.limits = limits;
  }

  @Override
  public TaskLimits limits() {
    return limits;
  }

  @Override
  public Future<Outcome> handle(Chunk<T> chunk, ChunkContext<T> context) {
    HeldCall<T> call = new HeldCall<>(chunk, context);
    calls.add(call);
    return call.future();
  }

  /** All calls in their order. */
  public List<HeldCall<T>> calls() {
    return calls;
  }

  /** Calls that have not ended. */
  public List<HeldCall<T>> unended() {
    return calls.stream().filter(call -> !call.ended()).toList();
  }

  /** The latest call. */
  public HeldCall<T> last() {
    return calls.get(calls.size() - 1);
  }
}
