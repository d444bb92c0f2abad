package dev.sluice.postgres;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.drain.StopReason;
import dev.sluice.runtime.EngineAssembly;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.runtime.EnginePorts;
import dev.sluice.runtime.EventLoop;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.testkit.ManualDeadline;
import dev.sluice.testkit.StopReport;
import dev.sluice.time.SystemClock;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The real engine in front of a table of jobs. */
final class JobsWorker implements AutoCloseable {
  private static final Duration LEASE = Duration.ofSeconds(6);
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Context context = vertx.getOrCreateContext();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final EngineAssembly<String> worker;

  /** Starts it. */
  JobsWorker(String url, ChunkTask<String> task, int attempts, int chunk) throws Exception {
    SourceContext given =
        new SourceContext(
            vertx,
            new SystemClock(),
            "test",
            new SourceContext.Figures(LIMIT, SHORT, SHORT, SHORT),
            chunk);
    Source source = new PostgresJobsProvider().create(config(url), given.withAttempts(attempts));
    EngineFigures figures =
        new EngineFigures()
            .named("test", "task")
            .chunk(chunk, 1L << 20, Duration.ofMillis(5))
            .concurrency(2, 200, 1L << 20)
            .limit(LIMIT, LIMIT)
            .shutdown(SHORT, SHORT)
            .retry(attempts, Duration.ofMillis(20), Duration.ofMillis(50), OnFailure.DEAD_LETTER)
            .ordering(Ordering.NONE);
    VertxTimers timers = new VertxTimers(vertx, context);
    worker =
        new EngineAssembly<>(
            figures,
            task,
            Decoder.string(),
            source,
            new EnginePorts(
                new Loop(),
                new SystemClock(),
                timers,
                Optional.empty(),
                cause -> false,
                threads,
                () -> 0,
                new ManualDeadline(),
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    Promise<Void> opened = Promise.promise();
    context.runOnContext(v -> worker.start(Claimant.LONG).onComplete(opened));
    Waiting.result(opened.future());
  }

  private static PostgresJobsConfig config(String url) {
    return new PostgresJobsConfig(
        url,
        Optional.empty(),
        "sluice_jobs",
        "default",
        false,
        LEASE,
        Duration.ofMillis(20),
        PostgresJobsConfig.Wake.POLL,
        JobOrder.NONE,
        Duration.ofHours(1),
        Duration.ofHours(24),
        Optional.empty());
  }

  private final class Loop implements EventLoop {
    @Override
    public void execute(Runnable action) {
      context.runOnContext(v -> action.run());
    }

    @Override
    public boolean isCurrent() {
      return Vertx.currentContext() == context;
    }
  }

  /** SIGTERM, and what the worker says at its end. */
  StopReport stop() throws Exception {
    worker.stop(StopReason.TERM);
    Waiting.result(worker.exit());
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("\"drain-report\""))
        .findFirst()
        .map(StopReport::parse)
        .orElseThrow();
  }

  EngineCounts counts() throws Exception {
    Promise<EngineCounts> answer = Promise.promise();
    context.runOnContext(v -> answer.complete(worker.counts()));
    return Waiting.result(answer.future());
  }

  @Override
  public void close() {
    threads.shutdownNow();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
