package dev.sluice.kafka;

import dev.sluice.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;

/**
 * Which topics have been deleted under a commit. The client takes the answer "no such topic" for
 * something that passes, and would commit again and again. Confined to the poll thread.
 */
final class VanishedTopics {
  private static final Duration WITHIN = Duration.ofSeconds(1);

  /** A broker that has just come back may know less than the others for a moment. */
  private static final Duration BELIEVED_AFTER = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Clock clock;
  private final Questions questions;
  private final Map<String, Long> missingSince = new HashMap<>();
  private long askedNanos;

  VanishedTopics(Consumer<byte[], byte[]> consumer, Clock clock, Questions questions) {
    this.consumer = consumer;
    this.clock = clock;
    this.questions = questions;
    this.askedNanos = clock.nanos() - BELIEVED_AFTER.toNanos();
  }

  /** The topics of these that are not there; none when nobody answers. Blocks for a second. */
  Set<String> missing(Set<String> topics) {
    try {
      Set<String> missing = new TreeSet<>(topics);
      missing.removeAll(questions.ask(WITHIN, consumer::listTopics).keySet());
      return missing;
    } catch (KafkaException unanswered) {
      return Set.of();
    }
  }

  /** True while a topic is missing and not yet believed to be gone. */
  boolean suspected() {
    return !missingSince.isEmpty();
  }

  /** The topics of these that have been missing for a while, asked for at most once a second. */
  Set<String> gone(Set<String> topics) {
    long began = clock.nanos();
    if (began - askedNanos < BELIEVED_AFTER.toNanos()) {
      return Set.of();
    }
    askedNanos = began;
    Set<String> missing = missing(topics);
    missingSince.keySet().retainAll(missing);
    long now = clock.nanos();
    missing.forEach(topic -> missingSince.putIfAbsent(topic, now));
    Set<String> gone = new TreeSet<>(missing);
    gone.removeIf(topic -> now - missingSince.get(topic) < BELIEVED_AFTER.toNanos());
    return gone;
  }
}
