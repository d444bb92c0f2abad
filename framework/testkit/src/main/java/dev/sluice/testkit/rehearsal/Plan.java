package dev.sluice.testkit.rehearsal;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.chain.TaskLimit;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.RetrySettings;
import dev.sluice.runtime.EngineFigures;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * What is rehearsed.
 *
 * @param config the pipeline's file
 * @param limits the handler's effective limits
 * @param decoder the handler's
 * @param task the handler, opened
 * @param dependencyDown what its services recognise as their absence
 * @param deck the records
 * @param <T> the decoded value of a record
 */
record Plan<T>(
    PipelineConfig config,
    TaskLimit limits,
    Decoder<T> decoder,
    ChunkTask<T> task,
    Predicate<Throwable> dependencyDown,
    Deck deck) {
  private static final int CHUNKS_PER_LANE = 3;
  private static final Duration LONGEST_FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  /** The pipeline's figures, with pauses and chunks small enough for a rehearsal. */
  EngineFigures figures(Duration limit, Duration need) {
    PipelineSettings pipeline = config.pipeline();
    RetrySettings retry = pipeline.retry();
    EngineFigures figures =
        new EngineFigures()
            .named(pipeline.name(), limits.name())
            .ordering(pipeline.ordering())
            .chunk(chunkRecords(), pipeline.chunk().bytes().bytes(), Duration.ZERO)
            .concurrency(
                pipeline.concurrency().chunks(),
                pipeline.recordsHeld(),
                pipeline.concurrency().bytes().bytes())
            .limit(limit, need)
            .shutdown(config.shutdown().commit(), config.shutdown().close())
            .retry(
                retry.attempts(),
                least(retry.backoff().initial(), LONGEST_FIRST_PAUSE),
                least(retry.backoff().max(), LONGEST_PAUSE),
                pipeline.afterLastAttempt())
            .malformed(pipeline.malformedPolicy())
            .rules(retry.rules())
            .ceiling(retry.ceiling().deadLetters(), retry.ceiling().per());
    limits.checkpointEvery().ifPresent(figures::checkpointEvery);
    return figures;
  }

  /** The pipeline's figures with its own limits. */
  EngineFigures figures() {
    return figures(limits.limit(), limits.need());
  }

  /** As configured, or less where the file has too few records for three chunks a lane. */
  int chunkRecords() {
    int share = deck.size() / (deck.lanes() * CHUNKS_PER_LANE);
    return Math.min(config.pipeline().chunk().records(), Math.max(1, share));
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
