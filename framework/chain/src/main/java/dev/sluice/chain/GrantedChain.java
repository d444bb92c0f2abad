package dev.sluice.chain;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the layers around the worker say they grant, handed over by environment variables. A figure
 * that is not set is not checked.
 *
 * @param grace {@value #GRACE}
 * @param preStop {@value #PRE_STOP}
 * @param stopwait {@value #STOPWAIT}; set only where a supervisor runs the worker
 * @param nodeLimit {@value #NODE_LIMIT}
 */
public record GrantedChain(
    OptionalLong grace, OptionalLong preStop, OptionalLong stopwait, OptionalLong nodeLimit) {
  /** The pod's grace period in seconds. */
  public static final String GRACE = "SLUICE_GRACE_PERIOD_SECONDS";

  /** What the preStop hook takes, in seconds. */
  public static final String PRE_STOP = "SLUICE_PRE_STOP_SECONDS";

  /** What the supervisor waits for this program, in seconds. */
  public static final String STOPWAIT = "SLUICE_STOPWAIT_SECONDS";

  /** How long the nodes' drainer waits, in seconds. */
  public static final String NODE_LIMIT = "SLUICE_NODE_LIMIT_SECONDS";

  /** Nothing is granted, nothing is checked. */
  public static final GrantedChain NONE =
      new GrantedChain(
          OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

  /**
   * Reads the four variables.
   *
   * @param environment for example {@code System.getenv()}
   * @throws InvalidDeclaration if one is set to anything but a whole number of seconds
   */
  public static GrantedChain fromEnvironment(Map<String, String> environment) {
    return new GrantedChain(
        seconds(environment, GRACE),
        seconds(environment, PRE_STOP),
        seconds(environment, STOPWAIT),
        seconds(environment, NODE_LIMIT));
  }

  /** True when no variable is set. */
  public boolean isEmpty() {
    return equals(NONE);
  }

  /**
   * Compares what is granted with what the worker needs.
   *
   * <p>Unsupervised: grace ≥ preStop + window + margin. Supervised: stopwait ≥ window + margin and
   * grace ≥ preStop + stopwait + max(margin, 2); other groups are the deployment's business. Node:
   * the derived grace must fit, and zero never does.
   *
   * @return refusals only; empty when everything granted is enough
   */
  public List<Finding> check(Chain chain) {
    return new GrantedCheck(this, chain).findings();
  }

  private static OptionalLong seconds(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .map(text -> OptionalLong.of(number(variable, text)))
        .orElse(OptionalLong.empty());
  }

  private static long number(String variable, String text) {
    if (!text.matches("0|[1-9][0-9]{0,9}")) {
      throw new InvalidDeclaration(
          variable
              + ": \""
              + text
              + "\" is not a whole number of seconds; set it as the chart does, for example 150, or"
              + " unset it");
    }
    return Long.parseLong(text);
  }
}
