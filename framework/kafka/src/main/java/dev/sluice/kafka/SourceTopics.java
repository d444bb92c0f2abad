package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Which topics are read, and what is wrong with their names. Pure. */
final class SourceTopics {
  private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
  private static final String KEY = "pipeline.source.kafka";

  private SourceTopics() {}

  /**
   * Refuses topics that are named twice, and retry topics that can't be.
   *
   * @throws InvalidSetup naming the key
   */
  static void check(KafkaSourceConfig config, RetryTopics retries) {
    Set<String> seen = new HashSet<>();
    for (String topic : config.topics()) {
      if (!seen.add(topic)) {
        throw new InvalidSetup(
            KEY + ".topics names '" + topic + "' twice: it is read once\nFix: remove one of them");
      }
    }
    for (RetryTopics.Stage stage : retries.stages()) {
      if (!LEGAL.matcher(stage.topic()).matches()) {
        throw new InvalidSetup(
            "pipeline.retry.topics: '"
                + stage.topic()
                + "' is no name for a topic, and retry topics are named after the group"
                + "\nFix: use a "
                + KEY
                + ".group of letters, digits, dots, underscores and hyphens, short enough for a"
                + " name of 249 characters in all");
      }
      if (seen.contains(stage.topic())) {
        throw new InvalidSetup(
            KEY
                + ".topics names '"
                + stage.topic()
                + "', which pipeline.retry.topics reads already\nFix: remove it from topics");
      }
    }
  }

  /** One name for each pair of a broker and a topic, the same wherever the two are configured. */
  static Set<String> places(String bootstrapServers, List<String> topics) {
    Set<String> places = new TreeSet<>();
    for (String server : bootstrapServers.split(",", -1)) {
      for (String topic : topics) {
        places.add("kafka://" + server.strip().toLowerCase(Locale.ROOT) + "/" + topic);
      }
    }
    return places;
  }
}
