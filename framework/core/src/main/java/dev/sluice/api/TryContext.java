package dev.sluice.api;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;

/**
 * What every running try can ask and say. Callable from any thread. Once the try is dead (abandoned
 * at its limit, cut, or ended) everything that would change progress throws {@link TryEnded}.
 *
 * @param <T> the decoded value of a record
 */
public sealed interface TryContext<T> permits ChunkContext, BlockingChunkContext {

  /** True when the worker stops, or when this lane is being taken away by a rebalance. */
  boolean draining();

  /**
   * What is left of this try: the least of what is left of its limit, of the drain's need deadline
   * and of the revoke's deadline. Never negative.
   */
  Duration remaining();

  /**
   * Says that every record up to and including this one is processed. It counts even when the try
   * later fails or is cut: only what follows is run again.
   *
   * @param upTo a record of this chunk
   * @throws TryEnded when the try is dead
   * @throws IllegalArgumentException when the record is not of this chunk or lies before an earlier
   *     checkpoint
   */
  void checkpoint(SourceRecord<T> upTo);

  /**
   * What an earlier try left for whoever goes on at the first record of this chunk, with a
   * checkpoint of its own, in this worker or another one. A record with a state always begins a
   * chunk. Empty when there is nothing, or when the source can't keep it.
   */
  Optional<Buffer> resumeState();
}
