package dev.sluice.config.bind;

import dev.sluice.config.ConfigException;
import dev.sluice.config.yaml.FileText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Replaces <code>${NAME}</code>, <code>${NAME:-default}</code> and <code>${file:/path}</code> in a
 * value. <code>$${</code> stands for a literal <code>${</code>. Reading a file blocks.
 */
public final class Interpolation {

  /** What begins a placeholder. */
  public static final String OPEN = "${";

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final String FILE = "file:";
  private static final String ORDEFAULT = ":-";

  private final Map<String, String> variables;
  private final boolean tolerant;

  private Interpolation(Map<String, String> variables, boolean tolerant) {
    this.variables = Map.copyOf(variables);
    this.tolerant = tolerant;
  }

  /** A variable without value and default is a mistake. */
  public static Interpolation of(Map<String, String> variables) {
    return new Interpolation(variables, false);
  }

  /** What can't be replaced here stays unknown: for commands that run away from the deployment. */
  public static Interpolation tolerant(Map<String, String> variables) {
    return new Interpolation(variables, true);
  }

  /** How a text came out. */
  public enum State {
    /** It had no placeholder. */
    LITERAL,
    /** All placeholders were replaced; the text may be a secret. */
    REPLACED,
    /** A placeholder has no value here, and that is tolerated. */
    UNKNOWN,
    /** A placeholder is wrong or has no value; the text says why. */
    INVALID
  }

  /**
   * A text after replacement.
   *
   * @param state how it came out
   * @param text the result, or the reason when {@link State#INVALID}
   */
  public record Resolved(State state, String text) {}

  /** Replaces every placeholder of a text. */
  public Resolved resolve(String text) {
    StringBuilder out = new StringBuilder();
    State state = State.LITERAL;
    int from = 0;
    for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, from)) {
      boolean escaped = open > from && text.charAt(open - 1) == '$';
      out.append(text, from, escaped ? open - 1 : open);
      if (escaped) {
        out.append(OPEN);
        from = open + OPEN.length();
        continue;
      }
      int end = text.indexOf('}', open);
      if (end < 0) {
        return invalid("'" + OPEN + "' is never closed by '}'; write '$" + OPEN + "' for the text");
      }
      Resolved one = placeholder(text.substring(open + OPEN.length(), end));
      if (one.state() == State.INVALID) {
        return one;
      }
      state = state == State.UNKNOWN ? state : one.state();
      out.append(one.text());
      from = end + 1;
    }
    String whole = out.append(text, from, text.length()).toString();
    return new Resolved(state, state == State.UNKNOWN ? text : whole);
  }

  private Resolved placeholder(String inside) {
    if (inside.startsWith(FILE)) {
      return file(inside.substring(FILE.length()));
    }
    int separator = inside.indexOf(ORDEFAULT);
    String name = separator < 0 ? inside : inside.substring(0, separator);
    if (!NAME.matcher(name).matches() || inside.contains(OPEN)) {
      return invalid("'${" + inside + "}' is none of ${NAME}, ${NAME:-default} and ${file:/path}");
    }
    String value = variables.get(name);
    if (separator >= 0 && (value == null || value.isEmpty())) {
      return new Resolved(State.REPLACED, inside.substring(separator + ORDEFAULT.length()));
    }
    if (value != null) {
      return new Resolved(State.REPLACED, value);
    }
    return unavailable(
        "the environment variable "
            + name
            + " is not set; set it or give a default: ${"
            + name
            + ":-...}");
  }

  private Resolved file(String name) {
    try {
      Path path = Path.of(name);
      if (name.isEmpty() || !path.isAbsolute()) {
        return invalid("'${file:" + name + "}' needs an absolute path, as in ${file:/run/secret}");
      }
      return new Resolved(State.REPLACED, FileText.read(path).replaceFirst("\\R\\z", ""));
    } catch (InvalidPathException e) {
      return invalid("'${file:" + name + "}' is not a path: " + e.getReason());
    } catch (ConfigException e) {
      return unavailable("file " + e.getMessage());
    }
  }

  private Resolved unavailable(String why) {
    return tolerant ? new Resolved(State.UNKNOWN, "") : invalid(why);
  }

  private static Resolved invalid(String why) {
    return new Resolved(State.INVALID, why);
  }
}
