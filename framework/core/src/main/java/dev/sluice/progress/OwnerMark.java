package dev.sluice.progress;

import java.time.Duration;
import java.util.Objects;

/**
 * What an owner leaves with its lanes, so that whoever gets them next can tell how it ended: a
 * process that is killed can't say so itself.
 *
 * @param owner who it is, for people: a pod, a host, an instance; at most {@value #OWNER_LENGTH}
 *     characters
 * @param run a random number that tells two runs of one owner apart
 * @param since when its run began, in seconds since 1970 by its own clock; 0 if unknown
 * @param phase what it was about
 * @param elapsed for how long a stop had been going on by then; zero while there is none
 * @param window how long a stop may take
 * @param layers what the layers around it granted
 */
public record OwnerMark(
    String owner,
    int run,
    long since,
    Phase phase,
    Duration elapsed,
    Duration window,
    Layers layers) {

  /** How long the name of an owner may be. */
  public static final int OWNER_LENGTH = 64;

  /** What an owner was about when it left its mark. */
  public enum Phase {
    /** It worked. */
    RUNNING,
    /** It was stopping. */
    DRAINING,
    /** It has left with everything settled. */
    LEFT,
    /** It has left, and has cut work at its own deadline, or could not settle all. */
    CUT
  }

  /**
   * What the layers around a worker granted it; zero for what nobody has said.
   *
   * @param grace the pod's grace period
   * @param preStop what is spent of it before the signal
   * @param stopwait the supervisor's wait
   * @param nodeLimit what the nodes' drainer waits
   */
  public record Layers(Duration grace, Duration preStop, Duration stopwait, Duration nodeLimit) {

    /** Nothing is known. */
    public static final Layers UNKNOWN =
        new Layers(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }

  /** Shortens a name that is too long; refuses a missing part. */
  public OwnerMark {
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(elapsed, "elapsed");
    Objects.requireNonNull(window, "window");
    Objects.requireNonNull(layers, "layers");
    owner = owner.length() <= OWNER_LENGTH ? owner : owner.substring(0, OWNER_LENGTH);
  }

  /** The mark of an owner that works. */
  public static OwnerMark running(
      String owner, int run, long since, Duration window, Layers layers) {
    return new OwnerMark(owner, run, since, Phase.RUNNING, Duration.ZERO, window, layers);
  }

  /** The same owner, so far into a stop. */
  public OwnerMark draining(Duration sinceItsBeginning) {
    return new OwnerMark(owner, run, since, Phase.DRAINING, sinceItsBeginning, window, layers);
  }

  /** The same owner when it leaves. */
  public OwnerMark left(boolean clean) {
    return new OwnerMark(
        owner, run, since, clean ? Phase.LEFT : Phase.CUT, elapsed, window, layers);
  }

  /** True when nothing of a started try was left behind. */
  public boolean clean() {
    return phase == Phase.LEFT;
  }

  /** Whether another mark is of the very same run. */
  public boolean sameRun(OwnerMark other) {
    return run == other.run && owner.equals(other.owner);
  }
}
