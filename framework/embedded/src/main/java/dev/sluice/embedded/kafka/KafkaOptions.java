package dev.sluice.embedded.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a broker is run. Start from {@link #defaults()} and change with the {@code with} methods.
 *
 * @param properties broker settings that override ours, for example {@code num.partitions}
 * @param jvmOptions options of the broker's JVM; the last of two that contradict wins
 * @param listeners where else clients may connect, beside the plain listener that is always there
 * @param scramUsers users with passwords for the SCRAM mechanisms, by name; made when the data
 *     directory is new
 * @param startWithin how long a start may take
 * @param stopWithin how long a clean stop may take before the broker is killed
 */
public record KafkaOptions(
    Map<String, String> properties,
    List<String> jvmOptions,
    List<Listener> listeners,
    Map<String, String> scramUsers,
    Duration startWithin,
    Duration stopWithin) {

  /**
   * One more address of the broker.
   *
   * @param name as the broker's other settings refer to it, upper case
   * @param protocol for example {@code SASL_SSL}
   * @param port on the loopback address
   */
  public record Listener(String name, String protocol, int port) {}

  /** Copies what is given. */
  public KafkaOptions {
    properties = Map.copyOf(properties);
    jvmOptions = List.copyOf(jvmOptions);
    listeners = List.copyOf(listeners);
    scramUsers = Map.copyOf(scramUsers);
  }

  /**
   * A broker that starts fast in little memory: first-tier compiler only, serial collector, 512 MiB
   * of heap, 60 s to start on a busy machine, 10 s to stop.
   */
  public static KafkaOptions defaults() {
    return new KafkaOptions(
        Map.of(),
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xms64m", "-Xmx512m"),
        List.of(),
        Map.of(),
        Duration.ofSeconds(60),
        Duration.ofSeconds(10));
  }

  /** The same with one broker setting more. */
  public KafkaOptions withProperty(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(properties);
    more.put(name, value);
    return new KafkaOptions(more, jvmOptions, listeners, scramUsers, startWithin, stopWithin);
  }

  /** The same with other options of the broker's JVM. */
  public KafkaOptions withJvmOptions(List<String> options) {
    return new KafkaOptions(properties, options, listeners, scramUsers, startWithin, stopWithin);
  }

  /** The same with another bound for a start. */
  public KafkaOptions withStartWithin(Duration bound) {
    return new KafkaOptions(properties, jvmOptions, listeners, scramUsers, bound, stopWithin);
  }

  /** The same with another bound for a clean stop. */
  public KafkaOptions withStopWithin(Duration bound) {
    return new KafkaOptions(properties, jvmOptions, listeners, scramUsers, startWithin, bound);
  }

  /** The same with one listener more. */
  public KafkaOptions withListener(Listener listener) {
    List<Listener> more = new ArrayList<>(listeners);
    more.add(listener);
    return new KafkaOptions(properties, jvmOptions, more, scramUsers, startWithin, stopWithin);
  }

  /** The same with one SCRAM user more. */
  public KafkaOptions withScramUser(String name, String password) {
    Map<String, String> more = new LinkedHashMap<>(scramUsers);
    more.put(name, password);
    return new KafkaOptions(properties, jvmOptions, listeners, more, startWithin, stopWithin);
  }
}
