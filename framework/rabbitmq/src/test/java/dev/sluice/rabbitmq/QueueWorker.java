package dev.sluice.rabbitmq;

import dev.sluice.api.ChunkHandler;
import dev.sluice.api.ChunkTask;
import dev.sluice.api.Decoder;
import dev.sluice.api.Outcome;
import dev.sluice.api.TaskLimits;
import dev.sluice.config.OnFailure;
import dev.sluice.config.Ordering;
import dev.sluice.drain.StopReason;
import dev.sluice.runtime.EngineAssembly;
import dev.sluice.runtime.EngineCounts;
import dev.sluice.runtime.EngineFigures;
import dev.sluice.runtime.EnginePorts;
import dev.sluice.runtime.EventLoop;
import dev.sluice.spi.DeadLetters;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.testkit.ManualDeadline;
import dev.sluice.testkit.StopReport;
import dev.sluice.time.SystemClock;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Context;
import io.vertx.core.Future;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The real engine in front of queues. */
final class QueueWorker implements AutoCloseable {
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);
  private static final long PATIENCE_SECONDS = 60;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Context context = vertx.getOrCreateContext();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final EngineAssembly<String> worker;
  private final Future<Void> opening;

  /** How it works. */
  static final class Figures {
    private int chunk = 10;
    private int chunks = 2;
    private int attempts = 3;
    private Ordering ordering = Ordering.NONE;
    private Duration limit = Duration.ofSeconds(20);
    private Optional<DeadLetters> letters = Optional.empty();

    Figures chunk(int records) {
      chunk = records;
      return this;
    }

    Figures chunks(int atOnce) {
      chunks = atOnce;
      return this;
    }

    Figures attempts(int most) {
      attempts = most;
      return this;
    }

    Figures ordering(Ordering kept) {
      ordering = kept;
      return this;
    }

    Figures limit(Duration most) {
      limit = most;
      return this;
    }

    Figures letters(DeadLetters to) {
      letters = Optional.of(to);
      return this;
    }
  }

  /** Starts it, and waits until it has. */
  QueueWorker(Settings settings, Figures how, ChunkTask<String> task) {
    this(settings, how, task, Duration.ofSeconds(30));
    result(opening);
  }

  private QueueWorker(Settings settings, Figures how, ChunkTask<String> task, Duration openWithin) {
    SourceContext given =
        new SourceContext(
            vertx,
            new SystemClock(),
            "test",
            new SourceContext.Figures(how.limit, SHORT, SHORT, SHORT),
            how.chunk);
    SourceContext.Work work =
        new SourceContext.Work(
            how.limit,
            Duration.ofMillis(5),
            how.chunks,
            how.ordering != Ordering.NONE,
            PAUSE,
            LONGEST_PAUSE);
    Source source =
        new RabbitSourceProvider()
            .create(settings.config(), given.withAttempts(how.attempts).withWork(work));
    EngineFigures figures =
        new EngineFigures()
            .named("test", "task")
            .chunk(how.chunk, 1L << 20, work.linger())
            .concurrency(how.chunks, 4 * how.chunk * how.chunks, 1L << 24)
            .limit(how.limit, how.limit)
            .shutdown(SHORT, SHORT)
            .retry(how.attempts, PAUSE, LONGEST_PAUSE, OnFailure.DEAD_LETTER)
            .ordering(how.ordering);
    worker =
        new EngineAssembly<>(
            figures,
            task,
            Decoder.string(),
            source,
            new EnginePorts(
                new Loop(),
                new SystemClock(),
                new VertxTimers(vertx, context),
                how.letters,
                cause -> false,
                threads,
                () -> 0,
                new ManualDeadline(),
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    opening = ask(() -> worker.start(openWithin)).compose(started -> started);
  }

  /** Begins to start one that need not succeed; {@link #opening} tells. */
  static QueueWorker starting(Settings settings, Duration openWithin) {
    return new QueueWorker(
        settings,
        new Figures().attempts(1),
        ChunkHandler.of(
            TaskLimits.limit(Duration.ofSeconds(20)),
            (chunk, context) -> Future.succeededFuture(Outcome.DONE)),
        openWithin);
  }

  /** What becomes of the source's first connection. */
  Future<Void> opening() {
    return opening;
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

  private <T> Future<T> ask(Supplier<T> question) {
    Promise<T> answer = Promise.promise();
    context.runOnContext(v -> answer.complete(question.get()));
    return answer.future();
  }

  static <T> T result(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  Vertx vertx() {
    return vertx;
  }

  /** SIGTERM, and what the worker says at its end. */
  StopReport stop() {
    beginStop();
    return report();
  }

  /** SIGTERM. */
  void beginStop() {
    worker.stop(StopReason.TERM);
  }

  /** Waits for its end. */
  StopReport report() {
    var unused = result(worker.exit());
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains("\"drain-report\""))
        .findFirst()
        .map(StopReport::parse)
        .orElseThrow();
  }

  EngineCounts counts() {
    return result(ask(worker::counts));
  }

  /** How many lanes stand still. */
  int halted() {
    return result(ask(() -> worker.halted().size()));
  }

  /** Nothing is held, running or unsettled. */
  boolean quiet() {
    return result(ask(worker::quiet));
  }

  @Override
  public void close() {
    threads.shutdownNow();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
