package dev.sluice.config;

import java.util.List;
import java.util.Optional;

/**
 * Where a pipeline says {@code deadLetter}, held against whether it has a place for dead letters.
 *
 * @param source with what it says of records without an id, and whether it keeps what is given up
 * @param retry with its {@code then} and its rules
 * @param malformed as written
 * @param configured whether {@code pipeline.deadLetter} is there
 */
record DeadLetterUse(
    SourceSettings<?> source,
    RetrySettings retry,
    Optional<OnFailure> malformed,
    boolean configured) {
  private static final String SKIP_OR_STOP = "skip or stop";

  /**
   * Refuses the word without the place, and the place that nothing leads to.
   *
   * @throws InvalidSetting naming the key within the pipeline
   */
  void check() {
    if (configured) {
      refuseUnused();
    } else if (!source.provider().keepsFailed()) {
      refuse("retry.then", retry.then(), SKIP_OR_STOP);
      List<RetryRule> rules = retry.rules();
      for (int i = 0; i < rules.size(); i++) {
        refuse("retry.rules[" + i + "].then", rules.get(i).then(), SKIP_OR_STOP);
      }
      refuse("malformed", malformed, SKIP_OR_STOP);
      refuse(missingIdKey(), Optional.of(source.missingId()), "stop");
    }
  }

  private String missingIdKey() {
    return "source." + source.provider().name() + ".missingId";
  }

  private static void refuse(String key, Optional<OnFailure> then, String otherwise) {
    if (then.equals(Optional.of(OnFailure.DEAD_LETTER))) {
      throw new InvalidSetting(
          key,
          "'deadLetter' needs a place to write to, and there is no pipeline.deadLetter; add one, as"
              + " in 'deadLetter: { kafka: {...} }', or write "
              + otherwise);
    }
  }

  private void refuseUnused() {
    boolean byRule =
        retry.rules().stream().anyMatch(rule -> rule.then().filter(this::uses).isPresent());
    // What is absent means deadLetter as soon as there is a place.
    if (!byRule
        && !uses(source.missingId())
        && !retry.then().map(this::uses).orElse(true)
        && !malformed.map(this::uses).orElse(true)) {
      throw new InvalidSetting(
          "deadLetter",
          "is never written to: retry.then, its rules and malformed all say skip or stop; remove it,"
              + " or one of these words");
    }
  }

  private boolean uses(OnFailure then) {
    return then == OnFailure.DEAD_LETTER;
  }
}
