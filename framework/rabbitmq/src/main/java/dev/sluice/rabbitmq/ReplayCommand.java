package dev.sluice.rabbitmq;

import dev.sluice.api.InvalidSetup;
import dev.sluice.command.CommandContext;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.command.Subcommand;
import dev.sluice.config.PipelineSettings;
import dev.sluice.time.SystemClock;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** The command {@code replay}: publishes dead letters to the queues they came from. */
public final class ReplayCommand implements Subcommand {
  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final int MOST = 1000;

  private final Options options = new Options();

  /** For {@code ServiceLoader}. */
  public ReplayCommand() {}

  /** Set by picocli. */
  private static final class Options {
    @Option(
        names = "--max",
        paramLabel = "N",
        description = "Replay so many letters at most. Default: all that are there now.")
    private long max = Long.MAX_VALUE;

    @Option(
        names = "--from-queue",
        paramLabel = "QUEUE",
        description = "Read letters from this queue instead of pipeline.deadLetter.rabbitmq.queue.")
    private String fromQueue;
  }

  @Override
  public String name() {
    return "replay";
  }

  @Override
  public String description() {
    return "Write dead letters back to where they came from; each time only what is new.";
  }

  @Override
  public Optional<String> deadLetters() {
    return Optional.of("rabbitmq");
  }

  @Override
  public Object options() {
    return options;
  }

  @Override
  public int run(CommandContext command) throws Exception {
    if (options.max < 1) {
      throw new InvalidSetup(
          "--max is " + options.max + ": it must be at least 1\nFix: leave it out to replay all");
    }
    LoadedPipeline loaded = command.pipeline();
    PipelineSettings pipeline = loaded.config().pipeline();
    RabbitDeadLetterConfig letters = letters(pipeline);
    if (!(pipeline.source().settings() instanceof RabbitSourceConfig source)) {
      throw new InvalidSetup(
          "replay publishes to the queues of a RabbitMQ source; the source of pipeline '"
              + pipeline.name()
              + "' is "
              + pipeline.source().provider().name()
              + "\nFix: read the letters and send them on yourself, or name another file with -c");
    }
    String queue =
        Optional.ofNullable(options.fromQueue)
            .or(letters::lettersQueue)
            .orElseThrow(
                () ->
                    new InvalidSetup(
                        "nobody says in which queue the letters of pipeline '"
                            + pipeline.name()
                            + "' stand\nFix: set pipeline.deadLetter.rabbitmq.queue, or give"
                            + " --from-queue"));
    return replay(command, loaded, new Places(letters, queue, source));
  }

  private record Places(RabbitDeadLetterConfig letters, String queue, RabbitSourceConfig source) {}

  private static RabbitDeadLetterConfig letters(PipelineSettings pipeline) {
    if (pipeline.deadLetter().isPresent()
        && pipeline.deadLetter().get().settings() instanceof RabbitDeadLetterConfig letters) {
      return letters;
    }
    throw new InvalidSetup(
        "pipeline '"
            + pipeline.name()
            + "' has no pipeline.deadLetter.rabbitmq, so there are no letters to replay\nFix:"
            + " configure one, or name another file with -c");
  }

  private int replay(CommandContext command, LoadedPipeline loaded, Places places)
      throws Exception {
    String pipeline = loaded.config().pipeline().name();
    Duration within = loaded.config().startup();
    ReplayTally tally = new ReplayTally();
    Optional<String> broken = Optional.empty();
    Vertx vertx = Vertx.vertx();
    String name = "sluice replay of " + pipeline;
    ConfirmedPublisher publisher =
        new ConfirmedPublisher(
            places.source().access("pipeline.source.rabbitmq"),
            name,
            MOST,
            vertx,
            new SystemClock());
    try {
      new LetterPlaces(places.letters(), new BrokerQuestions(places.letters().access(), name))
          .refuseUnfitQueue(places.queue(), within)
          .ifPresent(command.err()::println);
      new BrokerQuestions(places.letters().access(), name)
          .run(
              channel ->
                  new Replay(channel, places.queue(), pipeline, publisher, tally, within)
                      .run(options.max),
              within);
    } catch (InvalidSetup e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      broken = Optional.of("the replay has ended early: " + Causes.text(e));
    } finally {
      var unused = publisher.close(CLOSE);
      vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
    command.out().print(tally.report());
    broken.ifPresent(command.err()::println);
    return broken.isEmpty() && tally.clean() ? 0 : 1;
  }
}
