package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.command.CommandContext;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.command.Subcommand;
import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Option;

/** The command {@code replay}: writes dead letters back to where their records came from. */
public final class ReplayCommand implements Subcommand {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final Options options = new Options();

  /** For {@code ServiceLoader}. */
  public ReplayCommand() {}

  /** Set by picocli. */
  private static final class Options {
    @Option(
        names = "--max",
        paramLabel = "N",
        description = "Replay so many letters at most. Default: all up to the end of the topic.")
    private long max = Long.MAX_VALUE;

    @Option(
        names = "--to-topic",
        paramLabel = "TOPIC",
        description =
            "Write all letters to this topic instead of the one they came from; how far that is is"
                + " counted by itself.")
    private String toTopic;
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
    return Optional.of("kafka");
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
    KafkaPipeline pipeline = KafkaPipeline.of(loaded, name());
    Optional<String> toTopic = Optional.ofNullable(options.toTopic);
    ReplayClients clients =
        new ReplayClients(
            pipeline,
            ReplayClients.letters(loaded),
            pipeline.config().group() + ".replay" + toTopic.map(topic -> "." + topic).orElse(""));
    Clock clock = new SystemClock();
    List<TopicPartition> partitions = partitions(clients, clock);
    try (AdminQuestions target = pipeline.questions(clock)) {
      // Those of the pipeline must be there; one that letters name beside them is looked for then.
      var unused = pipeline.partitions(target);
      ReplayDestination destination = new ReplayDestination(target, toTopic);
      destination.refuseMissing();
      return replay(command, clients, destination, partitions, clock);
    }
  }

  private static List<TopicPartition> partitions(ReplayClients clients, Clock clock) {
    List<TopicPartition> partitions = new ArrayList<>();
    Preflight.Wanted wanted = clients.wanted();
    try (AdminQuestions questions =
        new AdminQuestions(
            new AdminQuestions.Wanted(wanted.key(), wanted.bootstrapServers(), wanted.grants()),
            clients.lettersConnection(),
            clock,
            clients.pipeline().within())) {
      Map<String, Integer> found = new Preflight(wanted, questions.admin()).run(questions.left());
      for (int i = 0; i < found.get(clients.letters().topic()); i++) {
        partitions.add(new TopicPartition(clients.letters().topic(), i));
      }
    }
    return partitions;
  }

  private int replay(
      CommandContext command,
      ReplayClients clients,
      ReplayDestination destination,
      List<TopicPartition> partitions,
      Clock clock) {
    Duration within = clients.pipeline().within();
    ReplayTally tally = new ReplayTally();
    Optional<String> broken = Optional.empty();
    Consumer<byte[], byte[]> consumer = clients.consumer();
    Producer<byte[], byte[]> producer = null;
    try {
      producer = clients.producer(within);
      new Replay(consumer, producer, destination, clients.pipeline().name(), tally, clock, within)
          .run(partitions, options.max);
    } catch (InvalidSetup e) {
      // It may have come in the middle: what was replayed until then is said first.
      command.out().print(tally.report());
      throw e;
    } catch (KafkaException e) {
      broken = Optional.of("the replay has ended early: " + e.getMessage());
    } finally {
      if (producer != null) {
        producer.close(CLOSE);
      }
      consumer.close(CloseOptions.timeout(CLOSE));
    }
    command.out().print(tally.report());
    broken.ifPresent(command.err()::println);
    return broken.isEmpty() && tally.clean() ? 0 : 1;
  }
}
