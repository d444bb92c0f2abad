package dev.sluice.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code pipeline.retry} section.
 *
 * @param attempts how often a chunk is tried in all
 * @param backoff the pauses between tries
 * @param then what happens after the last one; see {@link PipelineSettings#afterLastAttempt()} for
 *     what holds when absent
 * @param rules what failures of certain classes mean; the first that matches counts
 * @param ceiling when a lane stops instead of writing ever more dead letters
 */
public record RetrySettings(
    @Setting(doc = "How often a chunk is tried in all.", value = "5", min = "1", max = "1000000")
        int attempts,
    @Setting(doc = "The pauses between tries.", value = "{}") BackoffSettings backoff,
    @Setting(
            doc =
                "What happens after the last one: the record becomes a dead letter, it is skipped,"
                    + " or its lane stops. Unless given: deadLetter where pipeline.deadLetter is"
                    + " configured, else stop.")
        Optional<OnFailure> then,
    @Setting(
            doc = "What failures of certain classes mean; the first rule that matches counts.",
            value = "[]",
            max = "100")
        List<RetryRule> rules,
    @Setting(doc = "When a lane stops instead of writing ever more dead letters.", value = "{}")
        CeilingSettings ceiling) {

  /** Refuses a rule that an earlier one hides. */
  public RetrySettings {
    rules = List.copyOf(rules);
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < rules.size(); i++) {
      Integer first = seen.putIfAbsent(rules.get(i).failure(), i);
      if (first != null) {
        throw new InvalidSetting(
            "rules[" + i + "].failure",
            "'"
                + rules.get(i).failure()
                + "' stands in rules["
                + first
                + "] too, and the first that matches counts; remove one");
      }
    }
  }
}
