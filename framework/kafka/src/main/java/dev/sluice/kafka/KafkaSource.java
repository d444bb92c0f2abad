package dev.sluice.kafka;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Capability;
import dev.sluice.spi.Checked;
import dev.sluice.spi.DelayedRetries;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.StateStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Kafka source. Everything a caller asks becomes a command of the poll thread; nothing here
 * blocks.
 */
final class KafkaSource implements Source {
  private static final Logger LOGGER = LoggerFactory.getLogger(KafkaSource.class);
  private static final String KEY = "pipeline.source.kafka";
  private static final Duration SILENT = Duration.ofSeconds(60);
  private static final Duration AFTER_DEATH = Duration.ofSeconds(1);
  private static final Duration ADMIN_CLOSE = Duration.ofMillis(500);

  private final KafkaSourceConfig config;
  private final ClientProperties properties;
  private final RetryTopics topics;
  private final Optional<KafkaRetries> retries;
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

  KafkaSource(
      KafkaSourceConfig config,
      ClientProperties properties,
      RetryTopics topics,
      SourceContext context) {
    this.config = config;
    this.properties = properties;
    this.topics = topics;
    this.retries = KafkaRetries.of(config, topics, context);
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
    return Set.of(
        Capability.CUMULATIVE,
        Capability.FREE_HAND_BACK,
        Capability.DONE_BEYOND,
        Capability.RESUME_STATE,
        Capability.DELAYED_RETRY,
        Capability.SEEK);
  }

  @Override
  public Optional<DelayedRetries> delayedRetries() {
    return retries.map(kept -> kept);
  }

  @Override
  public long keepsBeyond() {
    return DoneBeyond.POSITIONS;
  }

  @Override
  public int stateBytes() {
    return context.states().isPresent() ? StateStore.MOST_BYTES : StateText.MOST_BYTES;
  }

  @Override
  public Future<Void> open(Engine deliverTo, Duration within) {
    engine = deliverTo;
    openWithin = within;
    synchronized (this) {
      if (abandoned) {
        return Future.failedFuture(new IllegalStateException("stopped before it was opened"));
      }
      started = true;
      thread.start();
    }
    return opened.future();
  }

  @Override
  public Future<List<Checked>> check(Duration within) {
    return context
        .vertx()
        .executeBlocking(
            () -> KafkaCheck.source(config, properties, context.clock(), within), false);
  }

  private void run() {
    try {
      connect();
      opened.complete();
      if (!abandoned) {
        loop.run(topics.beside(config.topics()));
      } else {
        LOGGER.debug("stopped before it was open");
      }
    } catch (RuntimeException | Error e) {
      if (!opened.tryFail(e)) {
        LOGGER.error("the poll thread has died", e);
        engine.failed(e);
      }
    } finally {
      try {
        closeClients();
        if (loop != null) {
          loop.over();
        }
        commands.end();
      } finally {
        ended.complete();
      }
    }
  }

  private void connect() {
    admin = Clients.made(KEY, () -> Admin.create(properties.admin()));
    long began = context.clock().nanos();
    Map<String, Integer> partitions =
        new Preflight(Preflight.Wanted.by(config), admin).run(openWithin);
    if (!topics.isEmpty()) {
      new RetryPreflight(config, topics, admin)
          .run(Collections.max(partitions.values()), openWithin);
    }
    UnreadRetries.warn(admin, config.group(), topics, openWithin);
    Membership.of(context)
        .instance()
        .ifPresent(
            instance ->
                new HeldIdentity(
                        new GroupMembers(admin, config.group()), config.group(), context.clock())
                    .awaitFree(instance, openWithin.minus(context.clock().since(began))));
    Consumer<byte[], byte[]> created =
        Clients.made(KEY, () -> new KafkaConsumer<>(properties.consumer()));
    consumer = created;
    PollLoop built = new PollLoop(created, admin, config, engine, context, topics, commands);
    synchronized (this) {
      loop = built;
    }
  }

  private void closeClients() {
    // A second close does nothing; after a failure it is the first.
    Clients.close(
        consumer,
        CloseOptions.timeout(AFTER_DEATH)
            .withGroupMembershipOperation(Membership.of(context).atClose()));
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
  public Future<Void> mark(OwnerMark mark, Duration within) {
    Promise<Void> written = Promise.promise();
    commands.submit(
        () -> {
          if (loop == null) {
            written.fail(new IllegalStateException("the source was not opened"));
          } else {
            loop.mark(mark, within, written);
          }
        });
    return written.future();
  }

  @Override
  public Future<Idleness> idleness(Set<LaneRef> except) {
    if (loop == null) {
      return Future.succeededFuture(Idleness.NO_LANES);
    }
    Promise<Optional<Map<TopicPartition, Long>>> positions = Promise.promise();
    commands.submit(() -> loop.positions(except).onComplete(positions));
    return positions
        .future()
        .compose(
            own ->
                own.isEmpty()
                    ? Future.succeededFuture(Idleness.NO_LANES)
                    : new GroupIdleness(admin, config, topics).at(own.get()));
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
    boolean unopened = abandonUnopened();
    synchronized (this) {
      if (!started) {
        return Future.succeededFuture();
      }
    }
    if (unopened) {
      // Still connecting: nothing is held, and the wait for the brokers is cut short.
      thread.interrupt();
    } else {
      loop.close(within.compareTo(ADMIN_CLOSE) < 0 ? Duration.ZERO : within.minus(ADMIN_CLOSE));
      commands.nudge();
      wakeup();
    }
    Future<Void> written = retries.map(kept -> kept.close(within)).orElse(Future.succeededFuture());
    // The client's own bound is no bound: the KIP-848 consumer may look at it seconds late.
    return Future.all(ended.future(), written)
        .<Void>mapEmpty()
        .timeout(Math.max(1, within.toMillis()), TimeUnit.MILLISECONDS)
        .recover(
            late ->
                Future.failedFuture(
                    new TimeoutException(
                        "the Kafka client has not closed within " + within.toMillis() + " ms")));
  }
}
