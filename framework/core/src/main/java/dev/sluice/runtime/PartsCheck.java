package dev.sluice.runtime;

import dev.sluice.command.LoadedPipeline;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.PipelineSettings;
import dev.sluice.config.ServiceSettings;
import dev.sluice.config.ShutdownSettings;
import dev.sluice.spi.Checked;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether the services, the place of dead letters and the source of a pipeline could be used,
 * all at the same time, and uses none of them.
 */
public final class PartsCheck {
  private static final Logger LOGGER = LoggerFactory.getLogger(PartsCheck.class);
  private static final Duration CLOSE = Duration.ofSeconds(3);

  private final LoadedPipeline loaded;
  private final PipelineConfig config;
  private final Clock clock;

  /**
   * @param loaded the pipeline
   * @param clock monotonic time
   */
  public PartsCheck(LoadedPipeline loaded, Clock clock) {
    this.loaded = loaded;
    this.config = loaded.config();
    this.clock = clock;
  }

  /**
   * Looks at everything. Blocks the caller's thread, which must not be an event loop, for {@code
   * startup} and some seconds at most.
   *
   * @return what was found, in the order in which a run opens the parts
   * @throws InterruptedException when the thread is interrupted meanwhile
   */
  public List<Checked> run() throws InterruptedException {
    Vertx vertx = Vertx.vertx();
    try {
      List<Future<List<Checked>>> parts = begin(vertx, vertx.getOrCreateContext());
      List<Checked> found = new ArrayList<>();
      for (Future<List<Checked>> part : parts) {
        // Each is bounded and turns its failure into a finding.
        found.addAll(part.toCompletionStage().toCompletableFuture().get());
      }
      return found;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a check did not say what it found", e.getCause());
    } finally {
      close(vertx);
    }
  }

  private List<Future<List<Checked>>> begin(Vertx vertx, Context loop) {
    PipelineSettings pipeline = config.pipeline();
    Duration within = config.startup();
    PartCheck parts = new PartCheck(loop, within);
    List<Future<List<Checked>>> begun = new ArrayList<>();
    for (ServiceSettings.Declared<?> declared : config.services().declared()) {
      begun.add(
          parts.look(
              declared.toString(),
              () -> declared.create(vertx),
              service -> answered(declared, service.check(within)),
              ServiceProvider.Service::close));
    }
    pipeline
        .deadLetter()
        .ifPresent(
            settings ->
                begun.add(
                    parts.look(
                        "pipeline.deadLetter." + settings.provider().name(),
                        () -> settings.create(pipeline.name(), vertx),
                        letters -> letters.check(within),
                        DeadLetters::close)));
    begun.add(
        parts.look(
            "pipeline.source." + pipeline.source().provider().name(),
            () -> pipeline.source().create(context(vertx)),
            source -> source.check(within),
            Source::close));
    return begun;
  }

  private static Future<List<Checked>> answered(
      ServiceSettings.Declared<?> declared, Future<Void> answer) {
    return answer.map(v -> List.of(Checked.ok(declared.toString(), "answers")));
  }

  private SourceContext context(Vertx vertx) {
    ShutdownSettings shutdown = config.shutdown();
    return new SourceContext(
            vertx,
            clock,
            config.pipeline().name(),
            new SourceContext.Figures(
                loaded.need(), shutdown.commit(), shutdown.close(), shutdown.margin()),
            config.pipeline().chunk().records())
        .withKinds(config.pipeline().kinds().keySet())
        .withAttempts(config.pipeline().retry().attempts())
        .withWork(config.pipeline().work(loaded.limit()));
  }

  private static void close(Vertx vertx) throws InterruptedException {
    try {
      vertx
          .close()
          .toCompletionStage()
          .toCompletableFuture()
          .get(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // Everything was found out and the process ends: nothing depends on it any more.
      LOGGER.debug("the event loops of a check do not close", e);
    }
  }
}
