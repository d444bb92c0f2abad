package dev.sluice.health;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code /status} shows.
 *
 * @param pipeline the pipeline's name
 * @param tasks the handlers that run, at least one
 * @param instance the worker's stable identity, if it has one
 * @param state where the worker is in its life, for example {@code running} or {@code draining}
 * @param uptime since the worker was started
 * @param figures the window that follows from the handlers' limits
 * @param lanes the lanes this worker has
 * @param tries the tries that run
 * @param records what became of the records of this run
 * @param takeovers how the previous owners of lanes had ended
 * @param notes what an operator should know, for example that the source is away
 */
public record StatusReport(
    String pipeline,
    List<Task> tasks,
    Optional<String> instance,
    String state,
    Duration uptime,
    Figures figures,
    List<Lane> lanes,
    List<RunningTry> tries,
    Records records,
    Takeovers takeovers,
    List<String> notes) {

  /** Copies the lists. */
  public StatusReport {
    tasks = List.copyOf(tasks);
    lanes = List.copyOf(lanes);
    tries = List.copyOf(tries);
    notes = List.copyOf(notes);
  }

  /**
   * The shutdown chain as this worker enforces it.
   *
   * @param need what a drain waits for
   * @param window the worker's own deadline
   * @param graceSeconds the derived grace period, in whole seconds
   */
  public record Figures(Duration need, Duration window, long graceSeconds) {}

  /**
   * One handler.
   *
   * @param handler its name
   * @param kinds the kinds of records it is for; none when it is for all records
   * @param limit the ceiling for one try
   * @param checkpointEvery the longest time between two checkpoints, if it is promised
   */
  public record Task(
      String handler, Set<String> kinds, Duration limit, Optional<Duration> checkpointEvery) {}

  /**
   * Lanes that were taken over from another owner.
   *
   * @param clean from one that had left in order
   * @param unclean from one that had not
   */
  public record Takeovers(long clean, long unclean) {}

  /**
   * One lane.
   *
   * @param lane its name
   * @param generation how often this worker was given it
   * @param state for example {@code open}, {@code revoking}, {@code halted}
   * @param position the settled position: the next record to process
   * @param lag records not yet read by the client
   * @param buffered records read and not started
   * @param halted why it stands still
   */
  public record Lane(
      String lane,
      long generation,
      String state,
      long position,
      long lag,
      long buffered,
      Optional<String> halted) {}

  /**
   * One try that runs.
   *
   * @param lane its lane
   * @param age since it was started
   */
  public record RunningTry(String lane, Duration age) {}

  /**
   * What became of the records of this run.
   *
   * @param settled done and settled
   * @param deadLettered put aside
   * @param skipped passed over by policy
   * @param delayed kept to come again later
   * @param handedBack left to the next owner
   * @param inFlight received and in none of these yet
   * @param unaccounted what the figures above can't explain, always 0
   */
  public record Records(
      long settled,
      long deadLettered,
      long skipped,
      long delayed,
      long handedBack,
      long inFlight,
      long unaccounted) {}
}
