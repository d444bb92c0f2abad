package dev.sluice.kafka;

import dev.sluice.command.CommandContext;
import dev.sluice.command.Subcommand;
import dev.sluice.time.SystemClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The command {@code seek}: moves the positions of a group that nobody is in. */
public final class SeekCommand implements Subcommand {
  private final SeekOptions options = new SeekOptions();

  /** For {@code ServiceLoader}. */
  public SeekCommand() {}

  @Override
  public String name() {
    return "seek";
  }

  @Override
  public String description() {
    return "Move the consumer group's positions while no worker runs.";
  }

  @Override
  public Object options() {
    return options;
  }

  @Override
  public int run(CommandContext command) throws Exception {
    KafkaPipeline pipeline = KafkaPipeline.of(command.pipeline(), name());
    try (AdminQuestions questions = pipeline.questions(new SystemClock())) {
      List<TopicPartition> chosen = options.chosen(pipeline.partitions(questions));
      GroupView group = GroupView.of(questions, pipeline.config().group());
      if (!group.members().isEmpty() && !options.dryRun()) {
        throw PositionMove.active(group);
      }
      List<PositionMove> moves = moves(pipeline, questions, chosen);
      if (!options.dryRun()) {
        PositionMove.all(questions, group.group(), moves);
      }
      command.out().println(group.summary());
      command.out().print(PositionMove.table(moves));
      command.out().println(outcome(group, moves.size()));
    }
    return 0;
  }

  private List<PositionMove> moves(
      KafkaPipeline pipeline, AdminQuestions questions, List<TopicPartition> chosen) {
    Map<TopicPartition, OffsetAndMetadata> committed = pipeline.committed(questions);
    Map<TopicPartition, LogRange> logs = LogRange.of(questions, chosen);
    Map<TopicPartition, Long> positions = options.target().positions(questions, logs);
    return chosen.stream()
        .map(
            each ->
                new PositionMove(
                    each,
                    Optional.ofNullable(committed.get(each)),
                    positions.get(each),
                    logs.get(each)))
        .toList();
  }

  private String outcome(GroupView group, int moves) {
    String count = moves == 1 ? "1 position" : moves + " positions";
    if (!options.dryRun()) {
      return count + " moved";
    }
    return "dry run: nothing was moved"
        + (group.members().isEmpty()
            ? ""
            : "; the group is active, so " + count + " could not be: " + group.names());
  }
}
