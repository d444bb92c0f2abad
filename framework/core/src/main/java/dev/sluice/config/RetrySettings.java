package dev.sluice.config;

import dev.sluice.chain.Durations;
import java.time.Duration;
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
 * @param topics after which delays a record comes again that failed too often in place
 */
public record RetrySettings(
    @Setting(doc = "How often a chunk is tried in all.", value = "5", min = "1", max = "1000000")
        int attempts,
    @Setting(doc = "The pauses between tries.", value = "{}") BackoffSettings backoff,
    @Setting(
            doc =
                "What happens after the last one: the record becomes a dead letter, it is skipped,"
                    + " or its lane stops. Unless given: deadLetter where pipeline.deadLetter is"
                    + " configured or the source keeps dead records itself, else stop.")
        Optional<OnFailure> then,
    @Setting(
            doc = "What failures of certain classes mean; the first rule that matches counts.",
            value = "[]",
            max = "100")
        List<RetryRule> rules,
    @Setting(doc = "When a lane stops instead of writing ever more dead letters.", value = "{}")
        CeilingSettings ceiling,
    @Setting(
            doc =
                "Delays after which a record comes again that failed too often in place, one topic"
                    + " for each, from the shortest on; 'then' applies after the last. Only with"
                    + " ordering: none.",
            value = "[]")
        List<Duration> topics) {

  private static final int MOST_DELAYS = 10;
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofDays(7);

  /** Refuses a rule that an earlier one hides, and delays that don't grow. */
  public RetrySettings {
    rules = List.copyOf(rules);
    topics = List.copyOf(topics);
    refuseHiddenRules(rules);
    refuseDelays(topics);
  }

  private static void refuseDelays(List<Duration> topics) {
    if (topics.size() > MOST_DELAYS) {
      throw new InvalidSetting(
          "topics", "has " + topics.size() + " delays; more than " + MOST_DELAYS + " are refused");
    }
    for (int i = 0; i < topics.size(); i++) {
      Duration delay = topics.get(i);
      if (delay.compareTo(SHORTEST) < 0 || delay.compareTo(LONGEST) > 0) {
        throw new InvalidSetting(
            "topics[" + i + "]",
            "'" + Durations.print(delay) + "' is not a delay between 100ms and 168h (7 days)");
      }
      if (i > 0 && delay.compareTo(topics.get(i - 1)) <= 0) {
        throw new InvalidSetting(
            "topics[" + i + "]",
            "'"
                + Durations.print(delay)
                + "' is not longer than the delay before it ("
                + Durations.print(topics.get(i - 1))
                + "); each delay is a topic of its own, so they must grow");
      }
    }
  }

  private static void refuseHiddenRules(List<RetryRule> rules) {
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
