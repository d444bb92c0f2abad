package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.command.TextTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AlterConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedMemberEpochException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * One position of a group that is moved.
 *
 * @param partition of which partition
 * @param before where it is, if anywhere
 * @param after where it goes
 * @param log what there is
 */
record PositionMove(
    TopicPartition partition, Optional<OffsetAndMetadata> before, long after, LogRange log) {

  /** How a coordinator says that there are members, which alone may commit; by protocol. */
  private static final List<Class<? extends Exception>> ACTIVE =
      List.of(
          UnknownMemberIdException.class,
          GroupNotEmptyException.class,
          StaleMemberEpochException.class,
          FencedMemberEpochException.class,
          IllegalGenerationException.class,
          RebalanceInProgressException.class);

  /**
   * Moves positions; blocks. What is carried beyond the old ones is dropped. The coordinator
   * refuses while the group has members, also one that has just joined; then nothing is moved.
   *
   * @throws InvalidSetup when it refuses or does not answer
   */
  static void all(AdminQuestions questions, String group, List<PositionMove> moves) {
    Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
    moves.forEach(move -> positions.put(move.partition(), new OffsetAndMetadata(move.after())));
    String what = "whether the positions of the group '" + group + "' are moved";
    try {
      questions.answer(
          what,
          () ->
              questions
                  .admin()
                  .alterConsumerGroupOffsets(
                      group, positions, questions.bounded(new AlterConsumerGroupOffsetsOptions()))
                  .all());
    } catch (ExecutionException e) {
      if (ACTIVE.stream().anyMatch(kind -> kind.isInstance(e.getCause()))) {
        throw active(GroupView.of(questions, group));
      }
      throw questions.refused(what, e.getCause());
    }
  }

  /** What to say when a group has members. */
  static InvalidSetup active(GroupView group) {
    return new InvalidSetup(
        "the group '"
            + group.group()
            + "' is active: "
            + (group.members().isEmpty() ? "a worker has just joined it" : group.names())
            + "; its positions can't be moved, nothing was\nFix: stop its workers, then seek again"
            + " (one that was killed counts until its session has run out)");
  }

  /** The moves as a table. */
  static String table(List<PositionMove> moves) {
    TextTable table =
        new TextTable("topic", "partition", "before", "after", "change", "log has", "");
    for (PositionMove move : moves) {
      table.row(
          move.partition().topic(),
          move.partition().partition(),
          move.before().map(at -> Long.toString(at.offset())).orElse("-"),
          move.after(),
          move.before().map(at -> "%+d".formatted(move.after() - at.offset())).orElse(""),
          move.log(),
          move.note());
    }
    return table.render();
  }

  private String note() {
    long again = before.map(at -> PartitionLag.done(at, after, Long.MAX_VALUE)).orElse(0L);
    return again == 0 ? "" : again + " done beyond the old position come again";
  }
}
