package dev.sluice.audit.model;

import java.util.Locale;

/**
 * Everything that is checked. Each has a page {@code docs/audit/<id>.md} with an example that shows
 * it and one that does not; a test runs both.
 */
public enum Check {
  /** need + commit + close of a program against its real window. */
  NEED_BEYOND_WINDOW(
      Level.ERROR, "A program is killed before its longest work can end, at each stop."),
  /** stopwaitsecs, TimeoutStopSec or the grace period is not set. */
  DEFAULT_IN_FORCE(Level.WARNING, "A default that nobody chose decides how long a stop may take."),
  /** The waits of all groups, one after the other, against the pod. */
  SUM_BEYOND_POD(
      Level.ERROR,
      "Groups stop one after the other, so the pod is killed while a later one still works."),
  /** A supervisor's wait that leaves the pod no room. */
  SUPERVISOR_NOT_BELOW_GRACE(
      Level.WARNING, "The pod is killed before, or just as, the supervisor has done waiting."),
  /** preStop takes what the program needs. */
  PRE_STOP_EATS_WINDOW(
      Level.WARNING, "The hook is spent inside the grace period, so the program has less of it."),
  /** A timer inside the application that is shorter than the work. */
  APPLICATION_TIMER(
      Level.ERROR, "The application ends its own work before the layers around it would."),
  /** A shell is process 1 and keeps the signal. */
  SHELL_IS_PROCESS_ONE(
      Level.ERROR, "The shell gets SIGTERM and passes nothing on: the program never hears of it."),
  /** A wrapper that neither execs nor traps. */
  WRAPPER_WITHOUT_EXEC(
      Level.ERROR, "The wrapper gets the signal, and the program behind it does not."),
  /** An init process in front of a shell that ends at once. */
  INIT_ENDS_SHELL(
      Level.ERROR,
      "The signal ends the shell at once and the container with it: the program has no time at all."),
  /** The signal that is sent is not the one the program drains on. */
  STOP_SIGNAL_MISMATCH(Level.ERROR, "The program drains on another signal than the one it gets."),
  /** Children that a supervisor does not stop with their parent. */
  CHILDREN_NOT_STOPPED(
      Level.WARNING, "The signal reaches the parent only; its children go on, or are orphaned."),
  /** A probe that brings its own, shorter grace period. */
  PROBE_GRACE_SHORTER(
      Level.WARNING, "When this probe fails, its figure replaces the pod's, and work is cut."),
  /** The pod is granted more than the nodes wait. */
  NODE_CAP_EXCEEDED(Level.ERROR, "What drains the node does not wait as long as the pod may take."),
  /** replicas is set and an autoscaler sets it too. */
  REPLICAS_OWNED_TWICE(
      Level.WARNING, "Each apply resets what the autoscaler decided, which can be a scale-down."),
  /** An autoscaler that may take all surplus at once. */
  SCALE_DOWN_AT_ONCE(Level.WARNING, "A crowd of pods is stopped at the same moment."),
  /** No PodDisruptionBudget selects the workload. */
  NO_DISRUPTION_BUDGET(Level.WARNING, "A node drain may evict all of its pods at once."),
  /** A PodDisruptionBudget that allows nothing. */
  BUDGET_BLOCKS_DRAINS(
      Level.WARNING, "No node with such a pod can ever be drained; somebody will use force."),
  /** Recreate stops all before any is started. */
  RECREATE(Level.NOTE, "A rollout stops all pods at once and starts new ones afterwards."),
  /** A worker without readiness or liveness probes. */
  NO_PROBES(Level.NOTE, "A stuck worker stays, and a rollout counts a pod that can't work yet."),
  /** Liveness that fails while a worker drains before its pod terminates. */
  LIVENESS_KILLS_DRAIN(
      Level.NOTE, "A drain that begins before its pod terminates is ended by the failing probe."),
  /** KEDA's figures. */
  KEDA_FIGURES(
      Level.WARNING, "The scaler's figures stop pods sooner, or start fewer, than the work needs."),
  /** A ScaledJob whose rollout kills running jobs. */
  SCALED_JOB_ROLLOUT(Level.ERROR, "An update of the ScaledJob deletes its running jobs."),
  /** activeDeadlineSeconds below the work. */
  ACTIVE_DEADLINE(Level.ERROR, "Kubernetes ends the pod at that age, whatever it does."),
  /** A queue's visibility or ack time-out below the work. */
  QUEUE_TIMEOUT(
      Level.ERROR,
      "The queue gives the message to somebody else while it is still being worked on."),
  /** A key that supervisord or systemd ignores. */
  UNKNOWN_KEY(Level.ERROR, "The key is ignored without a word, and the default holds."),
  /** A value that the layer refuses or ignores. */
  INVALID_VALUE(Level.ERROR, "The layer refuses to start with it, or ignores it."),
  /** What systemd does besides waiting. */
  UNIT_KILL_SETTINGS(
      Level.WARNING, "The unit's kill settings end processes otherwise than expected."),
  /** A figure in a document that stands in no file. */
  QUOTED_FIGURE(Level.WARNING, "People plan with a figure that nothing enforces."),
  /** A figure that can't be known from the files given. */
  UNKNOWN(Level.NOTE, "Unknown is not fine: the shortest layer may be the one that was not read.");

  private final Level level;
  private final String why;

  Check(Level level, String why) {
    this.level = level;
    this.why = why;
  }

  /** Stable name in reports, baselines and docs: {@code need-beyond-window}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How much it weighs where nothing else is said. */
  public Level level() {
    return level;
  }

  /** What follows from it. */
  public String why() {
    return why;
  }
}
