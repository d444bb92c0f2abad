package dev.sluice.config;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One entry of {@code pipeline.retry.rules}: what a failure of a class means.
 *
 * @param failure the class of the failure, fully qualified or its simple name
 * @param as what such a failure says about the work
 * @param then what happens to the work in the end; the pipeline's word when absent
 * @param attempts how often such work is tried in all; the pipeline's figure when absent
 */
public record RetryRule(
    @Setting(
            doc =
                "The class of the failure or of one of its causes, fully qualified or its simple"
                    + " name; subclasses count.",
            min = "1")
        String failure,
    @Setting(
            doc =
                "What it says: the record can't be done, the try has failed, or something the work"
                    + " needs is away.")
        TroubleKind as,
    @Setting(doc = "What happens in the end; not with dependencyDown. As pipeline.retry.then.")
        Optional<OnFailure> then,
    @Setting(
            doc =
                "How often a chunk is tried in all, only with trouble. As pipeline.retry.attempts.",
            min = "1",
            max = "1000000")
        Optional<Integer> attempts) {

  private static final Pattern CLASS_NAME =
      Pattern.compile(
          "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*"
              + "(\\.\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)*");
  // Chains of causes may be made by hand, and in a circle.
  private static final int MOST_CAUSES = 100;

  /** Refuses what no class is called, and figures that such a failure has no use for. */
  public RetryRule {
    if (!CLASS_NAME.matcher(failure).matches()) {
      throw new InvalidSetting(
          "failure",
          "'"
              + failure
              + "' is not the name of a class, as in java.sql.SQLDataException or"
              + " SQLDataException");
    }
    if (as == TroubleKind.DEPENDENCY_DOWN && then.isPresent()) {
      throw new InvalidSetting(
          "then",
          "has no use beside 'as: dependencyDown': such work waits and is tried again for as long"
              + " as it takes; remove it, or write 'as: trouble'");
    }
    if (as != TroubleKind.TROUBLE && attempts.isPresent()) {
      throw new InvalidSetting(
          "attempts",
          as == TroubleKind.POISON
              ? "has no use beside 'as: poison', which is not tried again; remove it, or write"
                  + " 'as: trouble'"
              : "has no use beside 'as: dependencyDown', which counts no attempts; remove it, or"
                  + " write 'as: trouble'");
    }
  }

  /**
   * Whether the rule is about a failure: whether the failure, one of its causes or a superclass of
   * these has the name. Any thread.
   */
  public boolean matches(Throwable thrown) {
    Throwable cause = thrown;
    for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
      for (Class<?> type = cause.getClass(); type != null; type = type.getSuperclass()) {
        if (failure.equals(type.getName())
            || failure.equals(type.getCanonicalName())
            || failure.equals(type.getSimpleName())) {
          return true;
        }
      }
      cause = cause.getCause();
    }
    return false;
  }
}
