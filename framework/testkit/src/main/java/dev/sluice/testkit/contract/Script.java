package dev.sluice.testkit.contract;

import dev.sluice.api.Chunk;
import dev.sluice.api.ChunkContext;
import dev.sluice.api.Outcome;
import io.vertx.core.Future;

/** What a handler does with a chunk. On the event loop. */
@FunctionalInterface
interface Script {
  Future<Outcome> handle(Chunk<String> chunk, ChunkContext<String> context);
}
