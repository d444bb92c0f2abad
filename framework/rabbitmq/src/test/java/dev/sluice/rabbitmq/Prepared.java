package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.sluice.spi.Checked;
import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The topology as a worker prepares it when it starts. */
final class Prepared {
  static final Duration WITHIN = Duration.ofSeconds(30);
  static final DelayQueues NO_DELAYS = new DelayQueues(List.of());
  private static final Clock CLOCK = new SystemClock();

  private Prepared() {}

  /** Work on a connection. */
  interface Work<T> {
    T on(Connection connection) throws IOException;
  }

  static Map<String, QueueFacts> of(Settings settings, DelayQueues delays) {
    RabbitSourceConfig config = settings.config();
    return connected(
        config, connection -> new Topology(config, delays, CLOCK).prepare(connection, WITHIN));
  }

  /** The only queue of the settings. */
  static QueueFacts only(Settings settings) {
    return of(settings, NO_DELAYS).values().iterator().next();
  }

  static List<Checked> looked(Settings settings, DelayQueues delays) {
    RabbitSourceConfig config = settings.config();
    return connected(
        config, connection -> new Topology(config, delays, CLOCK).look(connection, WITHIN));
  }

  static QueueInquiry.Result asked(RabbitSourceConfig config, String queue) {
    return connected(
        config,
        connection -> {
          try (Asking asking = new Asking(connection, CLOCK, WITHIN)) {
            return new QueueInquiry(asking, config.address().vhost()).about(queue);
          }
        });
  }

  static <T> T connected(RabbitSourceConfig config, Work<T> work) {
    ExecutorService callbacks = Executors.newSingleThreadExecutor();
    try (Connection connection =
        new Connecting(config.access(RabbitSource.KEY), "test")
            .to(config.address().hosts().get(0), callbacks, WITHIN)) {
      return work.on(connection);
    } catch (IOException e) {
      throw new AssertionError(e);
    } finally {
      callbacks.shutdown();
    }
  }
}
