package dev.sluice.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Where dead letters go, held against what the pipeline reads: a letter that is read again dies
 * again, for ever.
 *
 * @param source with its settings
 * @param retryDelays which make places of their own that are read
 * @param deadLetter with its settings, if there is a place
 */
record DeadLetterPlace(
    SourceSettings<?> source,
    List<Duration> retryDelays,
    Optional<DeadLetterSettings<?>> deadLetter) {

  /**
   * Refuses a place that is read as well.
   *
   * @throws InvalidSetting naming the key within the pipeline
   */
  void check() {
    Set<String> both = new TreeSet<>(deadLetter.map(DeadLetterSettings::writes).orElse(Set.of()));
    both.retainAll(source.reads(retryDelays));
    if (!both.isEmpty()) {
      throw new InvalidSetting(
          "deadLetter",
          "writes to "
              + both.iterator().next()
              + ", which this pipeline reads: every letter would come back and die again; name"
              + " another place");
    }
  }
}
