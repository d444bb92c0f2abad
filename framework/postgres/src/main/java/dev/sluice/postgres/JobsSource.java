package dev.sluice.postgres;

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
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The jobs source. Claims, settles and renewals run on an event loop of its own, which no handler
 * can block; what a caller asks is sent there.
 */
final class JobsSource implements Source {
  static final String KEY = "pipeline.source.postgresJobs";
  private static final Duration THREAD_ENDS = Duration.ofMillis(500);
  private static final Duration CHECK_CLOSES = Duration.ofSeconds(1);
  private static final Duration SILENT = Duration.ofSeconds(30);
  private static final List<String> PRIVILEGES =
      List.of("SELECT", "UPDATE", "DELETE", TableUse.USAGE);

  private final PostgresJobsConfig config;
  private final SourceContext context;

  private PrivateLoop loop;
  private Database database;
  private boolean closed;
  private volatile JobsRun run;

  JobsSource(PostgresJobsConfig config, SourceContext context) {
    this.config = config;
    this.context = context;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.INDIVIDUAL, Capability.RESUME_STATE, Capability.KEEPS_FAILED);
  }

  @Override
  public Optional<String> kind(LaneRef lane) {
    return JobsRun.kinds(context.kinds()).stream()
        .filter(kind -> JobsLane.name(config.queue(), kind).equals(lane.name()))
        .findFirst()
        .orElse(Optional.empty());
  }

  @Override
  public synchronized Future<Void> open(Engine engine, Duration within) {
    if (closed) {
      return Future.failedFuture(new IllegalStateException("closed before it was opened"));
    }
    loop = new PrivateLoop();
    Promise<Void> opened = Promise.promise();
    loop.run(() -> connect(engine, within).onComplete(opened));
    return opened.future();
  }

  private Future<Void> connect(Engine engine, Duration within) {
    Database connecting = database();
    return connecting
        .check(within)
        .compose(answered -> table().prepare(connecting.pool(), config.createTable()))
        .compose(prepared -> begin(engine, connecting));
  }

  @Override
  public Future<List<Checked>> check(Duration within) {
    Database asked = new Database(config.database(KEY), context.vertx(), context.clock());
    return asked
        .look(within, table(), config.createTable())
        .<List<Checked>>map(List::of)
        .eventually(() -> asked.close(CHECK_CLOSES).otherwiseEmpty());
  }

  private OwnTable table() {
    return new OwnTable(
        KEY, Address.of(config.url()), config.tableName(), SqlScript.jobs(), PRIVILEGES);
  }

  private synchronized Database database() {
    database = new Database(config.database(KEY).endingStatements(), loop.vertx(), context.clock());
    return database;
  }

  private synchronized Future<Void> begin(Engine engine, Database connected) {
    if (closed) {
      return Future.failedFuture(new IllegalStateException("closed before it was open"));
    }
    run = new JobsRun(config, context, engine, loop, connected);
    run.start(loop);
    return Future.succeededFuture();
  }

  @Override
  public void pause(LaneRef lane) {
    tell(running -> running.pause(lane));
  }

  @Override
  public void resume(LaneRef lane) {
    tell(running -> running.resume(lane));
  }

  private void tell(Consumer<JobsRun> message) {
    JobsRun running = run;
    if (running != null) {
      loop.run(() -> message.accept(running));
    }
  }

  private <T> Future<T> ask(T whileNotOpen, Function<JobsRun, Future<T>> question) {
    JobsRun running = run;
    if (running == null) {
      return Future.succeededFuture(whileNotOpen);
    }
    Promise<T> answer = Promise.promise();
    loop.run(() -> question.apply(running).onComplete(answer));
    return answer.future();
  }

  @Override
  public Future<Void> stopIntake() {
    return ask(
        null,
        running -> {
          // What a look under way brings is handed back, so nothing need be waited for.
          running.stopIntake();
          return Future.succeededFuture();
        });
  }

  @Override
  public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    return ask(
        new SettleResult(List.of(), settlements, List.of()),
        running -> running.settle(settlements, within));
  }

  @Override
  public Future<Void> mark(OwnerMark mark, Duration within) {
    return ask(null, (JobsRun running) -> running.mark(mark))
        .timeout(Math.max(1, within.toMillis()), MILLISECONDS);
  }

  @Override
  public Future<Idleness> idleness(Set<LaneRef> except) {
    return ask(Idleness.NO_LANES, running -> running.idleness(except));
  }

  @Override
  public boolean alive() {
    JobsRun running = run;
    return running == null || running.sinceBeat().compareTo(SILENT) < 0;
  }

  @Override
  public synchronized Future<Void> close(Duration within) {
    closed = true;
    if (loop == null) {
      return Future.succeededFuture();
    }
    Promise<Void> over = Promise.promise();
    long timer =
        context
            .vertx()
            .setTimer(
                Math.max(1, within.toMillis()),
                late ->
                    over.tryFail(
                        new TimeoutException(
                            KEY + " has not closed within " + within.toMillis() + " ms")));
    loop.run(() -> leave(within).onComplete(left -> end(left, timer, over)));
    return over.future();
  }

  private void end(AsyncResult<Void> left, long timer, Promise<Void> over) {
    Runnable answer =
        () -> {
          context.vertx().cancelTimer(timer);
          if (left.succeeded()) {
            over.tryComplete();
          } else {
            over.tryFail(left.cause());
          }
        };
    // Waits for connections that say nothing any more, without end; all that counts is over.
    context.vertx().setTimer(THREAD_ENDS.toMillis(), late -> answer.run());
    // Not chained: what is chained would run on the thread that this ends.
    loop.close().onComplete(ended -> answer.run());
  }

  private Future<Void> leave(Duration within) {
    JobsRun running = run;
    Future<Integer> released =
        running == null
            ? Future.succeededFuture(0)
            : running.leave(within.multipliedBy(3).dividedBy(4));
    return released.<Void>mapEmpty().eventually(() -> disconnect(within.dividedBy(8)));
  }

  private Future<Void> disconnect(Duration within) {
    return database == null ? Future.succeededFuture() : database.close(within).otherwiseEmpty();
  }
}
