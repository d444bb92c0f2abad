package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Which partitions this member owns, as lanes with generations. Confined to the poll thread.
 * Generations count up for the life of the process, so that progress of an earlier ownership is
 * told apart for ever.
 */
final class Assignment {
  private final Map<TopicPartition, LaneRef> lanes = new LinkedHashMap<>();
  private final Map<LaneRef, TopicPartition> partitions = new HashMap<>();
  private final Map<TopicPartition, Long> generations = new HashMap<>();
  private final Set<TopicPartition> pausedByEngine = new LinkedHashSet<>();
  private final Set<TopicPartition> waiting = new LinkedHashSet<>();
  private final Set<TopicPartition> unplaced = new LinkedHashSet<>();

  static String laneName(TopicPartition partition) {
    return partition.topic() + "-" + partition.partition();
  }

  /** The topic of a lane of this source. */
  static String topicOf(LaneRef lane) {
    return lane.name().substring(0, lane.name().lastIndexOf('-'));
  }

  LaneRef assign(TopicPartition partition) {
    long generation = generations.merge(partition, 1L, Long::sum);
    LaneRef lane = new LaneRef(laneName(partition), generation);
    lanes.put(partition, lane);
    partitions.put(lane, partition);
    return lane;
  }

  /** The lanes of partitions, without those this member does not own. */
  Set<LaneRef> lanesOf(Collection<TopicPartition> asked) {
    Set<LaneRef> owned = new LinkedHashSet<>();
    for (TopicPartition partition : asked) {
      LaneRef lane = lanes.get(partition);
      if (lane != null) {
        owned.add(lane);
      }
    }
    return owned;
  }

  void remove(Collection<TopicPartition> leaving) {
    for (TopicPartition partition : leaving) {
      LaneRef lane = lanes.remove(partition);
      partitions.remove(lane);
      pausedByEngine.remove(partition);
      waiting.remove(partition);
      unplaced.remove(partition);
    }
  }

  LaneRef lane(TopicPartition partition) {
    return lanes.get(partition);
  }

  /** The partition of a lane if it is owned in that generation, otherwise null. */
  TopicPartition partition(LaneRef lane) {
    return partitions.get(lane);
  }

  boolean isEmpty() {
    return lanes.isEmpty();
  }

  Set<TopicPartition> partitions() {
    return lanes.keySet();
  }

  void pausedByEngine(TopicPartition partition, boolean paused) {
    if (paused) {
      pausedByEngine.add(partition);
    } else {
      pausedByEngine.remove(partition);
    }
  }

  boolean isPausedByEngine(TopicPartition partition) {
    return pausedByEngine.contains(partition);
  }

  /** Records of a retry topic wait for their time, so that no more are read. */
  void waits(TopicPartition partition, boolean now) {
    if (now) {
      waiting.add(partition);
    } else {
      waiting.remove(partition);
    }
  }

  /** The engine has not said yet where a lane goes on, so that nothing of it is read. */
  void unplaced(TopicPartition partition, boolean now) {
    if (now) {
      unplaced.add(partition);
    } else {
      unplaced.remove(partition);
    }
  }

  /**
   * The partitions that are to be read: the engine wants them, has said where they go on, and
   * nothing of them waits.
   */
  List<TopicPartition> wanted() {
    List<TopicPartition> wanted = new ArrayList<>(lanes.keySet());
    wanted.removeAll(pausedByEngine);
    wanted.removeAll(waiting);
    wanted.removeAll(unplaced);
    return wanted;
  }
}
