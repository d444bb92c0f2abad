package dev.sluice.embedded.rabbitmq;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a broker is run. Start from {@link #defaults()} and change with the {@code with} methods.
 *
 * @param settings settings of {@code rabbitmq.conf} that override ours, for example {@code
 *     consumer_timeout}
 * @param tls true adds a listener for TLS with a certificate made for it
 * @param management true adds the management plugin, which makes a stop take some seconds longer
 * @param startWithin how long a start may take
 * @param stopWithin how long a clean stop may take before the broker is killed
 */
public record RabbitOptions(
    Map<String, String> settings,
    boolean tls,
    boolean management,
    Duration startWithin,
    Duration stopWithin) {

  /** Copies what is given. */
  public RabbitOptions {
    settings = Map.copyOf(settings);
  }

  /** Plain connections only, no plugin, 90 s to start on a busy machine, 20 s to stop. */
  public static RabbitOptions defaults() {
    return new RabbitOptions(
        Map.of(), false, false, Duration.ofSeconds(90), Duration.ofSeconds(20));
  }

  /** The same with one line of {@code rabbitmq.conf} more. */
  public RabbitOptions withSetting(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(settings);
    more.put(name, value);
    return new RabbitOptions(more, tls, management, startWithin, stopWithin);
  }

  /** The same with a listener for TLS beside the plain one. */
  public RabbitOptions withTls() {
    return new RabbitOptions(settings, true, management, startWithin, stopWithin);
  }

  /** The same with the management plugin. */
  public RabbitOptions withManagement() {
    return new RabbitOptions(settings, tls, true, startWithin, stopWithin);
  }

  /** The same with another bound for a start. */
  public RabbitOptions withStartWithin(Duration bound) {
    return new RabbitOptions(settings, tls, management, bound, stopWithin);
  }

  /** The same with another bound for a clean stop. */
  public RabbitOptions withStopWithin(Duration bound) {
    return new RabbitOptions(settings, tls, management, startWithin, bound);
  }
}
