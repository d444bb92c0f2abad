package dev.sluice.api;

import io.vertx.core.Future;
import java.util.Objects;

/** The handler behind {@link ChunkHandler#of}. */
record LambdaHandler<T>(TaskLimits limits, ChunkHandler.Body<T> body) implements ChunkHandler<T> {

  LambdaHandler {
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(body, "body");
  }

  @Override
  public Future<Outcome> handle(Chunk<T> chunk, ChunkContext<T> context) {
    return body.handle(chunk, context);
  }
}
