package dev.sluice.testkit.rehearsal;

import dev.sluice.api.ChunkTask;
import dev.sluice.api.Handlers;
import dev.sluice.api.InvalidSetup;
import dev.sluice.command.CommandContext;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.command.Subcommand;
import dev.sluice.config.PipelineConfig;
import dev.sluice.config.PlannedTask;
import dev.sluice.runtime.EventLoop;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.time.SystemClock;
import dev.sluice.time.VertxTimers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * The command {@code rehearse}: calls the jar's own handler, with its services, on the real engine
 * and a broker in memory, stops it at the worst instants and prints a verdict for each.
 */
public final class RehearseCommand implements Subcommand {
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final RehearseOptions options = new RehearseOptions();

  /** For {@code ServiceLoader}. */
  public RehearseCommand() {}

  @Override
  public String name() {
    return "rehearse";
  }

  @Override
  public String description() {
    return "Stop the handler at the worst instants, on records of a file; exit 1 when it fails.";
  }

  @Override
  public Object options() {
    return options;
  }

  @Override
  public int run(CommandContext command) throws Exception {
    List<FakeRecord> records =
        new RecordsFile(options.records(), options.keyField()).first(options.maxRecords());
    LoadedPipeline pipeline = command.pipeline();
    PlannedTask<?> task = new ChosenTask(pipeline).of(options.kind());
    String warning = Clearance.warning(task.name(), records.size(), options.against());
    new Clearance(options).check(pipeline.config().services(), warning);
    command.err().println(warning);
    List<Verdict> verdicts = verdicts(command, pipeline, task, records);
    command
        .out()
        .print(
            options.json()
                ? VerdictJson.render(
                        pipeline.config().pipeline().name(), task.name(), records.size(), verdicts)
                    + System.lineSeparator()
                : VerdictTable.render(verdicts));
    return verdicts.stream().anyMatch(each -> each.result() == Result.FAIL) ? 1 : 0;
  }

  private static <T> List<Verdict> verdicts(
      CommandContext command,
      LoadedPipeline pipeline,
      PlannedTask<T> planned,
      List<FakeRecord> records)
      throws InterruptedException {
    Duration startup = pipeline.config().startup();
    Vertx vertx = Vertx.vertx();
    try {
      Connected services = new Connected(pipeline.config().services(), vertx, startup);
      try {
        return verdicts(command, pipeline, planned, records, vertx, services);
      } finally {
        services.close();
      }
    } finally {
      Stage.await(vertx.close(), CLOSE, "the event loops do not close");
    }
  }

  private static <T> List<Verdict> verdicts(
      CommandContext command,
      LoadedPipeline pipeline,
      PlannedTask<T> planned,
      List<FakeRecord> records,
      Vertx vertx,
      Connected services)
      throws InterruptedException {
    Context context = vertx.getOrCreateContext();
    SystemClock clock = new SystemClock();
    Handlers.Named<T> handler = planned.handler();
    ChunkTask<T> task = handler.factory().apply(services);
    Duration startup = pipeline.config().startup();
    try {
      onLoop(context, task::open, startup, "open() of handler " + handler.name() + " failed");
      Plan<T> plan =
          new Plan<>(
              pipeline.config(),
              planned.limits(),
              handler.decoder(),
              task,
              services::dependencyDown,
              new Deck(
                  records,
                  lanes(pipeline.config(), records.size()),
                  new SourceKind(pipeline, vertx, clock).isQueue()));
      return new Rehearsal(context, clock, new VertxTimers(vertx, context))
          .play(plan, name -> command.err().println("  " + name));
    } finally {
      onLoop(context, task::close, CLOSE, "close() of handler " + handler.name() + " failed");
    }
  }

  /** Two, so that calls run side by side, where the pipeline and the file allow it. */
  private static int lanes(PipelineConfig config, int records) {
    return Math.min(2, Math.min(config.pipeline().concurrency().chunks(), records));
  }

  private static void onLoop(
      Context context, Supplier<Future<Void>> part, Duration within, String otherwise)
      throws InterruptedException {
    Promise<Void> done = Promise.promise();
    EventLoop.of(context)
        .execute(
            () -> {
              try {
                part.get().onComplete(done);
              } catch (RuntimeException | Error e) {
                done.fail(e);
              }
            });
    try {
      Stage.await(done.future(), within, otherwise);
    } catch (Stuck e) {
      throw new InvalidSetup(e.getMessage(), e);
    }
  }
}
