package dev.sluice.embedded.kafka;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a broker is run. Start from {@link #defaults()} and change with the {@code with} methods.
 *
 * @param properties broker settings that override ours, for example {@code num.partitions}
 * @param jvmOptions options of the broker's JVM; the last of two that contradict wins
 * @param startWithin how long a start may take
 * @param stopWithin how long a clean stop may take before the broker is killed
 */
public record KafkaOptions(
    Map<String, String> properties,
    List<String> jvmOptions,
    Duration startWithin,
    Duration stopWithin) {

  /** Copies what is given. */
  public KafkaOptions {
    properties = Map.copyOf(properties);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /**
   * A broker that starts fast in little memory: first-tier compiler only, serial collector, 512 MiB
   * of heap, 60 s to start on a busy machine, 10 s to stop.
   */
  public static KafkaOptions defaults() {
    return new KafkaOptions(
        Map.of(),
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xms64m", "-Xmx512m"),
        Duration.ofSeconds(60),
        Duration.ofSeconds(10));
  }

  /** The same with one broker setting more. */
  public KafkaOptions withProperty(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(properties);
    more.put(name, value);
    return new KafkaOptions(more, jvmOptions, startWithin, stopWithin);
  }

  /** The same with other options of the broker's JVM. */
  public KafkaOptions withJvmOptions(List<String> options) {
    return new KafkaOptions(properties, options, startWithin, stopWithin);
  }

  /** The same with another bound for a start. */
  public KafkaOptions withStartWithin(Duration bound) {
    return new KafkaOptions(properties, jvmOptions, bound, stopWithin);
  }
}
