package dev.sluice.testkit.contract;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.Outcome;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Processes half of some chunks, makes a checkpoint and ends badly, once for each record that has
 * it stumble. On the event loop.
 */
final class Stumbling implements Script {
  private static final int EVERY = 37;

  private final Witness witness;
  private final Script otherwise;
  private final Function<ChunkContext<String>, Future<Outcome>> stumble;
  private final Set<String> over = new HashSet<>();

  /**
   * @param otherwise what it does with the other chunks
   * @param stumble how it ends badly
   */
  Stumbling(
      Witness witness, Script otherwise, Function<ChunkContext<String>, Future<Outcome>> stumble) {
    this.witness = witness;
    this.otherwise = otherwise;
    this.stumble = stumble;
  }

  @Override
  public Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context) {
    List<String> values = WitnessedHandler.values(chunk, chunk.size());
    List<String> stones =
        values.stream()
            .filter(value -> Integer.parseInt(value.substring(1)) % EVERY == EVERY / 2)
            .filter(over::add)
            .toList();
    if (stones.isEmpty()) {
      return otherwise.handle(chunk, context);
    }
    witness.givenUp(chunk.size() - half(chunk, context, witness));
    return stumble.apply(context);
  }

  /** Processes the first half; answers how many that was. */
  static int half(Chunk<String> chunk, ChunkContext<String> context, Witness witness) {
    int half = chunk.size() / 2;
    if (half > 0) {
      witness.completed(WitnessedHandler.values(chunk, half));
      context.checkpoint(chunk.get(half - 1));
    }
    return half;
  }
}
