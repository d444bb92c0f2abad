package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.spi.Engine;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the lanes of topics that were deleted under them; should such a topic come back, they are
 * opened again. Confined to the poll thread.
 */
final class DeletedTopics {
  private static final Logger LOGGER = LoggerFactory.getLogger(DeletedTopics.class);

  private final Assignment assignment;
  private final Kept kept;
  private final Placement placement;
  private final Engine engine;

  DeletedTopics(Assignment assignment, Kept kept, Placement placement, Engine engine) {
    this.assignment = assignment;
    this.kept = kept;
    this.placement = placement;
    this.engine = engine;
  }

  /** Topics are not there any more: what their lanes have done can't be settled. */
  void gone(Set<String> topics) {
    List<TopicPartition> gone =
        assignment.partitions().stream()
            .filter(partition -> topics.contains(partition.topic()))
            .toList();
    Set<LaneRef> lanes = assignment.lanesOf(gone);
    LOGGER.error(
        "topics {} have been deleted: what is done of {} can't be settled, the lanes are given up",
        topics,
        lanes);
    assignment.remove(gone);
    kept.forget(gone);
    placement.later(gone);
    engine.lanesLost(lanes);
  }
}
