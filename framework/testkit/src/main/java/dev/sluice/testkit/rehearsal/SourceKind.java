package dev.sluice.testkit.rehearsal;

import dev.sluice.command.LoadedPipeline;
import dev.sluice.config.ShutdownSettings;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Whether the pipeline's own source settles each record by itself. The source connects nowhere. */
final class SourceKind {
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final LoadedPipeline pipeline;
  private final Vertx vertx;
  private final Clock clock;

  SourceKind(LoadedPipeline pipeline, Vertx vertx, Clock clock) {
    this.pipeline = pipeline;
    this.vertx = vertx;
    this.clock = clock;
  }

  /** Makes the source, asks it and closes it again. Blocks. */
  boolean isQueue() throws InterruptedException {
    ShutdownSettings shutdown = pipeline.config().shutdown();
    Source source =
        pipeline
            .config()
            .pipeline()
            .source()
            .create(
                new SourceContext(
                        vertx,
                        clock,
                        pipeline.config().pipeline().name(),
                        new SourceContext.Figures(
                            pipeline.need(),
                            shutdown.commit(),
                            shutdown.close(),
                            shutdown.margin()),
                        pipeline.config().pipeline().chunk().records())
                    .withKinds(pipeline.config().pipeline().kinds().keySet())
                    .withAttempts(pipeline.config().pipeline().retry().attempts())
                    .withWork(pipeline.config().pipeline().work(pipeline.limit())));
    boolean queue = source.capabilities().contains(Capability.INDIVIDUAL);
    Stage.await(source.close(CLOSE), CLOSE, "the source does not close");
    return queue;
  }
}
