package dev.sluice.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.drain.DrainEffect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * What a stop says of itself: one JSON line whose keys are a promise to outsiders. The {@code
 * chunks} are those the stop found, the {@code records} those of the whole run.
 *
 * @param pipeline the pipeline's name
 * @param end reason, outcome and exit code
 * @param window the worker's own deadline
 * @param phases what was done in how much of which budget
 * @param counts chunks and records
 * @param lanes where each lane was left
 */
record DrainReport(
    String pipeline,
    DrainEffect.Report end,
    Duration window,
    List<Phases.Phase> phases,
    Counts counts,
    List<LanePosition> lanes) {

  /**
   * The counters.
   *
   * @param finished chunks whose try ended during the stop with everything done
   * @param checkpointed chunks whose try stopped at a checkpoint
   * @param handedBackChunks chunks whose try failed during the stop
   * @param cut chunks whose try was ended from outside
   * @param settled records settled in this run
   * @param deadLettered records given up in this run, with a confirmed dead letter
   * @param skipped records passed over by policy in this run
   * @param delayed records kept in this run to come again later in a lane of their own
   * @param handedBack records received in this run and left to the next owner
   * @param unaccounted records that are in none of these: always 0
   */
  record Counts(
      long finished,
      long checkpointed,
      long handedBackChunks,
      long cut,
      long settled,
      long deadLettered,
      long skipped,
      long delayed,
      long handedBack,
      long unaccounted) {

    Counts withUnaccounted(long records) {
      return new Counts(
          finished,
          checkpointed,
          handedBackChunks,
          cut,
          settled,
          deadLettered,
          skipped,
          delayed,
          handedBack,
          records);
    }

    static Counts of(Tally tally, long held) {
      return new Counts(
          tally.drainFinished.get(),
          tally.drainCheckpointed.get(),
          tally.drainHandedBack.get(),
          tally.drainCut.get(),
          tally.settled.get(),
          tally.deadLettered.get(),
          tally.skipped.get(),
          tally.delayed.get(),
          tally.handedBack.get(),
          tally.unaccounted(held));
    }
  }

  /** Kubernetes keeps no more of a termination message. */
  static final int TERMINATION_BYTES = 4096;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The whole report on one line. */
  String line() {
    return write(tree(lanes.size()));
  }

  /** The report in at most {@link #TERMINATION_BYTES}: lanes are left out first, and counted. */
  String terminationMessage() {
    int fitting = lanes.size();
    String text = line();
    while (bytes(text) > TERMINATION_BYTES && fitting > 0) {
      int over = bytes(text) - TERMINATION_BYTES;
      int perLane = Math.max(1, bytes(write(laneTree(lanes.get(fitting - 1)))));
      fitting = Math.max(0, fitting - Math.max(1, over / perLane));
      text = write(tree(fitting));
    }
    return text;
  }

  private ObjectNode tree(int shownLanes) {
    ObjectNode root = JSON.createObjectNode();
    root.put("event", "drain-report");
    root.put("pipeline", pipeline);
    root.put("reason", end.reason().word());
    root.put("outcome", end.outcome().word());
    root.put("exitCode", end.exitCode());
    root.put("windowMs", window.toMillis());
    ArrayNode phaseList = root.putArray("phases");
    for (Phases.Phase phase : phases) {
      phaseList
          .addObject()
          .put("name", phase.name())
          .put("budgetMs", phase.budget().toMillis())
          .put("tookMs", phase.took().toMillis());
    }
    root.putObject("chunks")
        .put("finished", counts.finished)
        .put("checkpointed", counts.checkpointed)
        .put("handedBack", counts.handedBackChunks)
        .put("cut", counts.cut);
    root.putObject("records")
        .put("settled", counts.settled)
        .put("deadLettered", counts.deadLettered)
        .put("skipped", counts.skipped)
        .put("delayed", counts.delayed)
        .put("handedBack", counts.handedBack)
        .put("unaccounted", counts.unaccounted);
    ArrayNode laneList = root.putArray("lanes");
    lanes.stream().limit(shownLanes).forEach(lane -> laneList.add(laneTree(lane)));
    if (shownLanes < lanes.size()) {
      root.put("lanesOmitted", lanes.size() - shownLanes);
    }
    return root;
  }

  private static ObjectNode laneTree(LanePosition lane) {
    return JSON.createObjectNode()
        .put("lane", lane.lane())
        .put("generation", lane.generation())
        .put("position", lane.position());
  }

  private static String write(ObjectNode node) {
    try {
      return JSON.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values can't be written", e);
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
