package dev.sluice.kafka;

import dev.sluice.command.CommandContext;
import dev.sluice.command.Subcommand;
import dev.sluice.time.SystemClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Option;

/** The command {@code lag}: how far the whole group is, and who reads what. Changes nothing. */
public final class LagCommand implements Subcommand {
  private final Options options = new Options();

  /** For {@code ServiceLoader}. */
  public LagCommand() {}

  /** Set by picocli. */
  private static final class Options {
    @Option(names = "--json", description = "Print JSON instead of a table.")
    private boolean json;
  }

  @Override
  public String name() {
    return "lag";
  }

  @Override
  public String description() {
    return "Print how far the consumer group is in each partition.";
  }

  @Override
  public Object options() {
    return options;
  }

  @Override
  public int run(CommandContext command) throws Exception {
    KafkaPipeline pipeline = KafkaPipeline.of(command.pipeline(), name());
    try (AdminQuestions questions = pipeline.questions(new SystemClock())) {
      List<TopicPartition> partitions = pipeline.partitionsAndRetries(questions);
      GroupView group = GroupView.of(questions, pipeline.config().group());
      // Positions before ends: a position that moves on meanwhile must not pass its end.
      Map<TopicPartition, OffsetAndMetadata> committed = pipeline.committed(questions);
      Map<TopicPartition, LogRange> logs = LogRange.of(questions, partitions);
      Map<TopicPartition, MemberDescription> owners = group.owners();
      List<PartitionLag> lags = new ArrayList<>();
      for (TopicPartition each : partitions) {
        lags.add(
            PartitionLag.of(
                each, committed.get(each), logs.get(each), Optional.ofNullable(owners.get(each))));
      }
      command
          .out()
          .print(
              options.json
                  ? LagReport.json(pipeline.name(), group, lags)
                  : LagReport.table(group, lags));
    }
    return 0;
  }
}
