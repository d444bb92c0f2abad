package dev.sluice.spi;

import dev.sluice.api.InvalidSetup;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name that this worker keeps over restarts, as a pod of a StatefulSet does.
 *
 * @param id 1 to 200 letters, digits, dots, underscores and hyphens
 * @param replicas how many workers of this kind are wanted, where that is known; the id then ends
 *     with this worker's number among them, counted from 0
 */
public record InstanceIdentity(String id, OptionalInt replicas) {
  /** The variable of {@link #id}. */
  public static final String ID_VARIABLE = "SLUICE_INSTANCE_ID";

  /** The variable of {@link #replicas}. */
  public static final String REPLICAS_VARIABLE = "SLUICE_REPLICAS";

  private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9._-]{1,200}");
  private static final Pattern NUMBERED = Pattern.compile("(.*?)([0-9]{1,9})");

  /** Refuses what no member of a group may be called. */
  public InstanceIdentity {
    if (!LEGAL.matcher(id).matches() || id.equals(".") || id.equals("..")) {
      throw new InvalidSetup(
          ID_VARIABLE
              + " is '"
              + shown(id)
              + "': it must be 1 to 200 letters, digits, dots, underscores or hyphens"
              + "\nFix: set it to the pod's name, or unset it");
    }
    if (replicas.isPresent() && ordinal(id).isEmpty()) {
      throw new InvalidSetup(
          ID_VARIABLE
              + " is '"
              + id
              + "', which ends with no number, but "
              + REPLICAS_VARIABLE
              + " is set: the number tells whether this worker is one too many\nFix: set it to the"
              + " name of a StatefulSet's pod, as in orders-0, or unset "
              + REPLICAS_VARIABLE);
    }
  }

  /**
   * The identity that the environment declares.
   *
   * @return empty when {@code SLUICE_INSTANCE_ID} is unset
   * @throws InvalidSetup when a variable is set to something of no use
   */
  public static Optional<InstanceIdentity> fromEnvironment(Map<String, String> variables) {
    OptionalInt replicas = replicas(variables);
    return Optional.ofNullable(variables.get(ID_VARIABLE))
        .map(id -> new InstanceIdentity(id, replicas));
  }

  /**
   * How many workers the environment declares.
   *
   * @return empty when {@code SLUICE_REPLICAS} is unset
   * @throws InvalidSetup when it is set to no number of workers
   */
  public static OptionalInt replicas(Map<String, String> variables) {
    String text = variables.get(REPLICAS_VARIABLE);
    if (text == null) {
      return OptionalInt.empty();
    }
    if (!text.matches("[1-9][0-9]{0,5}")) {
      throw new InvalidSetup(
          REPLICAS_VARIABLE
              + " is '"
              + shown(text)
              + "': it must be a whole number from 1 to 999999\nFix: set it to the replicas of the"
              + " StatefulSet, or unset it");
    }
    return OptionalInt.of(Integer.parseInt(text));
  }

  private static String shown(String text) {
    return text.length() <= 80
        ? text
        : text.substring(0, 80) + "… (" + text.length() + " characters)";
  }

  /** The number an id ends with; empty when it ends with none. */
  public static OptionalInt ordinal(String id) {
    Matcher numbered = NUMBERED.matcher(id);
    return numbered.matches()
        ? OptionalInt.of(Integer.parseInt(numbered.group(2)))
        : OptionalInt.empty();
  }

  /** Whether an id is that of a worker beyond the replicas wanted, of the same kind as this one. */
  public boolean isSurplus(String other) {
    OptionalInt ordinal = ordinal(other);
    return replicas.isPresent()
        && ordinal.isPresent()
        && kind(other).equals(kind(id))
        && ordinal.getAsInt() >= replicas.getAsInt();
  }

  /** Whether this worker itself is beyond the replicas wanted: nobody will restart it. */
  public boolean isSurplus() {
    return isSurplus(id);
  }

  private static String kind(String id) {
    Matcher numbered = NUMBERED.matcher(id);
    return numbered.matches() ? numbered.group(1) : id;
  }
}
