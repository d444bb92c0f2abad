package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka source. Everything a caller asks becomes a command of the poll thread; nothing here
 * blocks.
 */
final class KafkaSource implements Source {
  private static final Logger LOGGER = LoggerFactory.getLogger(KafkaSource.class);
  private static final Duration SILENT = Duration.ofSeconds(60);
  private static final Duration ADMIN_CLOSE = Duration.ofMillis(500);

  private final KafkaSourceConfig config;
  private final ClientProperties properties;
  private final SourceContext context;
  private final Promise<Void> opened = Promise.promise();
  private final Promise<Void> ended = Promise.promise();
  private final Commands commands = new Commands(this::wakeup);
  private final Thread thread;

  private Engine engine;
  private Duration openWithin;
  private boolean started;
  private volatile Consumer<byte[], byte[]> consumer;
  private volatile PollLoop loop;
  private volatile Admin admin;
  private volatile boolean abandoned;

  KafkaSource(KafkaSourceConfig config, ClientProperties properties, SourceContext context) {
    this.config = config;
    this.properties = properties;
    this.context = context;
    this.thread = new Thread(this::run, "sluice-kafka-poll");
    thread.setDaemon(true);
  }

  private void wakeup() {
    Consumer<byte[], byte[]> target = consumer;
    if (target != null) {
      target.wakeup();
    }
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.CUMULATIVE, Capability.FREE_HAND_BACK);
  }

  @Override
  public Future<Void> open(Engine deliverTo, Duration within) {
    engine = deliverTo;
    openWithin = within;
    started = true;
    thread.start();
    return opened.future();
  }

  private void run() {
    try {
      connect();
      opened.complete();
      if (!abandoned) {
        loop.run(config.topics());
      } else {
        LOGGER.debug("stopped before it was open");
      }
    } catch (InvalidSetup e) {
      opened.tryFail(e);
    } catch (RuntimeException e) {
      if (!opened.tryFail(e)) {
        LOGGER.error("the poll thread has died", e);
        engine.failed(e);
      }
    } finally {
      closeClients();
      if (loop != null) {
        loop.over();
      }
      commands.end();
      ended.complete();
    }
  }

  private void connect() {
    try {
      admin = Admin.create(properties.admin());
      new Preflight(config, admin).run(openWithin);
      Consumer<byte[], byte[]> created = new KafkaConsumer<>(properties.consumer());
      consumer = created;
      PollLoop built = new PollLoop(created, engine, context, commands);
      synchronized (this) {
        loop = built;
      }
    } catch (ConfigException e) {
      throw refused(e);
    } catch (KafkaException e) {
      throw e.getCause() instanceof ConfigException cause ? refused(cause) : e;
    }
  }

  private static InvalidSetup refused(ConfigException cause) {
    return new InvalidSetup(
        "pipeline.source.kafka: the Kafka client refuses its configuration: "
            + cause.getMessage()
            + "\nFix: check bootstrapServers and properties under pipeline.source.kafka",
        cause);
  }

  private void closeClients() {
    Consumer<byte[], byte[]> created = consumer;
    if (created != null) {
      try {
        // A second close does nothing; after a failure it is the first.
        created.close(
            org.apache.kafka.clients.consumer.CloseOptions.timeout(Duration.ofSeconds(1)));
      } catch (KafkaException e) {
        LOGGER.warn("closing the consumer failed: {}", e.toString());
      }
    }
    if (admin != null) {
      admin.close(ADMIN_CLOSE);
    }
  }

  @Override
  public void pause(LaneRef lane) {
    commands.submit(() -> loop.pause(lane));
  }

  @Override
  public void resume(LaneRef lane) {
    commands.submit(() -> loop.resume(lane));
  }

  @Override
  public Future<Void> stopIntake() {
    if (abandonUnopened()) {
      return Future.succeededFuture();
    }
    Promise<Void> stopped = Promise.promise();
    commands.submit(
        () -> {
          loop.stopIntake();
          stopped.complete();
        });
    return stopped.future();
  }

  /** Before the client is connected there is nothing to stop but the connecting. */
  private synchronized boolean abandonUnopened() {
    abandoned |= loop == null;
    return loop == null;
  }

  @Override
  public Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    Promise<SettleResult> answer = Promise.promise();
    commands.submit(() -> loop.settle(settlements, within, answer));
    return answer.future();
  }

  @Override
  public Future<Idleness> idleness(Set<LaneRef> except) {
    Promise<Idleness> own = Promise.promise();
    commands.submit(
        () -> {
          try {
            own.complete(loop.idleness(except));
          } catch (KafkaException e) {
            own.fail(e);
          }
        });
    return own.future()
        .compose(
            mine ->
                mine == Idleness.IDLE
                    ? new Ownership(admin, config)
                        .complete()
                        .map(all -> all ? Idleness.IDLE : Idleness.UNOWNED_LANES)
                    : Future.succeededFuture(mine));
  }

  @Override
  public boolean alive() {
    PollLoop running = loop;
    if (running == null) {
      return true;
    }
    return thread.isAlive() && context.clock().since(running.turnNanos()).compareTo(SILENT) < 0;
  }

  @Override
  public Future<Void> close(Duration within) {
    if (!started) {
      return Future.succeededFuture();
    }
    if (abandonUnopened()) {
      // Still connecting: nothing is held, and the wait for the brokers is cut short.
      thread.interrupt();
    } else {
      commands.submit(() -> loop.close(within));
    }
    return ended.future();
  }
}
