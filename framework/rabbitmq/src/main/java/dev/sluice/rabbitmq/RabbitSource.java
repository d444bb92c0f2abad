package dev.sluice.rabbitmq;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Checked;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The RabbitMQ source: one connection, one channel for each queue and generation. Channels are used
 * on one thread of the source's own, which no handler can block; what a caller asks is sent there.
 */
final class RabbitSource implements Source {
  static final String KEY = "pipeline.source.rabbitmq";
  private static final Duration SILENT = Duration.ofSeconds(60);

  /**
   * Acknowledgements of chunks that end while the broker is asked about earlier ones go out at
   * once, and share the next question. The answer comes behind what is delivered meanwhile, so it
   * takes about as long as a few chunks. What ends beyond these still goes together.
   */
  private static final int SETTLES_AT_ONCE = 4;

  private final RabbitSourceConfig config;
  private final SourceContext context;
  private final ConsumerName name;
  private final SourceThread thread;
  private volatile RabbitRun run;

  RabbitSource(RabbitSourceConfig config, SourceContext context) {
    this.config = config;
    this.context = context;
    this.name = ConsumerName.of(context);
    this.thread = new SourceThread("sluice-rabbitmq");
  }

  /** Not {@code KEEPS_FAILED}: a queue forgets what is acknowledged. */
  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.INDIVIDUAL);
  }

  @Override
  public Future<Void> open(Engine engine, Duration within) {
    RabbitRun opening = new RabbitRun(config, context, name, engine, thread);
    run = opening;
    return ask(running -> running.open(within));
  }

  @Override
  public Future<List<Checked>> check(Duration within) {
    return context.vertx().executeBlocking(() -> look(within), false);
  }

  private List<Checked> look(Duration within) throws IOException {
    Topology topology = new Topology(config, DelayQueues.of(context), context.clock());
    List<Checked> found = new ArrayList<>();
    new BrokerQuestions(config.access(KEY), name.connection("checks"))
        .run(channel -> found.addAll(topology.look(channel.getConnection(), within)), within);
    return found;
  }

  @Override
  public void pause(LaneRef lane) {
    RabbitRun running = run;
    if (running != null) {
      running.pause(lane);
    }
  }

  @Override
  public void resume(LaneRef lane) {
    RabbitRun running = run;
    if (running != null) {
      running.resume(lane);
    }
  }

  private <T> Future<T> ask(Function<RabbitRun, Future<T>> question) {
    Promise<T> answer = Promise.promise();
    RabbitRun running = run;
    Runnable asking =
        () -> {
          try {
            question.apply(running).onComplete(answer);
          } catch (RuntimeException e) {
            // Whoever asks must hear of it.
            answer.fail(e);
          }
        };
    if (!thread.run(asking)) {
      answer.fail(new IllegalStateException(KEY + " has closed"));
    }
    return answer.future();
  }

  @Override
  public Future<Void> stopIntake() {
    return run == null ? Future.succeededFuture() : ask(RabbitRun::stopIntake);
  }

  @Override
  public int settlesAtOnce() {
    return SETTLES_AT_ONCE;
  }

  @Override
  public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    RabbitRun running = run;
    if (running == null
        || settlements.stream().noneMatch(settlement -> running.owns(settlement.lane()))) {
      return Future.succeededFuture(new SettleResult(List.of(), settlements, List.of()));
    }
    return ask((RabbitRun asked) -> asked.settle(settlements, within))
        .otherwise(closed -> SettleResult.failed(settlements));
  }

  @Override
  public Future<Void> mark(OwnerMark mark, Duration within) {
    return run == null
        ? Future.succeededFuture()
        : ask(RabbitRun::confirm).timeout(Math.max(1, within.toMillis()), MILLISECONDS);
  }

  @Override
  public Future<Idleness> idleness(Set<LaneRef> except) {
    return run == null
        ? Future.succeededFuture(Idleness.NO_LANES)
        : ask(
            (RabbitRun running) -> {
              try {
                return Future.succeededFuture(running.idleness(except));
              } catch (IOException e) {
                return Future.failedFuture(e);
              }
            });
  }

  @Override
  public boolean alive() {
    RabbitRun running = run;
    return running == null || running.sinceBeat().compareTo(SILENT) < 0;
  }

  @Override
  public Future<Void> close(Duration within) {
    RabbitRun running = run;
    Promise<Void> over = Promise.promise();
    if (running == null
        || !thread.run(
            () -> {
              try {
                running.close(within);
              } finally {
                thread.close();
                over.complete();
              }
            })) {
      thread.close();
      over.complete();
    }
    return over.future().timeout(Math.max(1, within.toMillis()), MILLISECONDS);
  }
}
