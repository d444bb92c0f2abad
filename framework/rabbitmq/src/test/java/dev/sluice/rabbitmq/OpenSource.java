package dev.sluice.rabbitmq;

import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;

/** A source by itself, in front of an engine of the test's. */
final class OpenSource implements AutoCloseable {
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration WITHIN = Duration.ofSeconds(30);

  private final Vertx vertx = Vertx.vertx();
  private final Source source;
  private Future<Void> stopping;

  /** Opens it. */
  OpenSource(Settings settings, Clock clock, int chunk, TakingEngine engine) {
    source =
        new RabbitSourceProvider()
            .create(
                settings.config(),
                new SourceContext(
                    vertx,
                    clock,
                    "test",
                    new SourceContext.Figures(Duration.ofSeconds(1), SHORT, SHORT, SHORT),
                    chunk));
    var unused = QueueWorker.result(source.open(engine, WITHIN));
  }

  Source source() {
    return source;
  }

  /** Once. */
  Future<Void> stopIntake() {
    if (stopping == null) {
      stopping = source.stopIntake();
    }
    return stopping;
  }

  /** As a worker leaves. */
  @Override
  public void close() {
    var unused = QueueWorker.result(stopIntake());
    var unusedToo = QueueWorker.result(source.close(WITHIN));
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
