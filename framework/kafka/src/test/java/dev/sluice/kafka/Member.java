package dev.sluice.kafka;

import static org.awaitility.Awaitility.await;

import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.InstanceIdentity;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.spi.StateStore;
import dev.sluice.time.Clock;
import dev.sluice.time.SystemClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;

/** One member of a group: a source as the service loader would make it, and a recording engine. */
final class Member implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RecordingEngine engine = new RecordingEngine();
  private final Vertx vertx = Vertx.vertx();
  private final Map<String, String> properties = new HashMap<>();
  private final String clientId = "member-" + UUID.randomUUID();
  private final String bootstrapServers;
  private final List<String> topics;
  private final String group;
  private Clock clock = new SystemClock();
  private List<Duration> retryDelays = List.of();
  private Duration need = Duration.ofSeconds(20);
  private Duration commit = Duration.ofSeconds(10);
  private Duration pollInterval;
  private Optional<InstanceIdentity> identity = Optional.empty();
  private OutOfRange outOfRange = OutOfRange.STOP;
  private Optional<StateStore> states = Optional.empty();
  private Source source;
  private boolean closed;

  private Member(String bootstrapServers, List<String> topics, String group) {
    this.bootstrapServers = bootstrapServers;
    this.topics = topics;
    this.group = group;
    properties.put("client.id", clientId);
    properties.put("interceptor.classes", ClientProbe.class.getName());
    properties.put("heartbeat.interval.ms", "200");
    // A consumer closes only when its last fetch has come back.
    properties.put("fetch.max.wait.ms", "50");
  }

  /** A member of the topic's group, not open yet. */
  static Member of(TestTopic topic) {
    return new Member(topic.bootstrapServers(), List.of(topic.name()), topic.group());
  }

  /** A member of any group, not open yet. */
  static Member of(String bootstrapServers, List<String> topics, String group) {
    return new Member(bootstrapServers, topics, group);
  }

  Member with(String property, String value) {
    properties.put(property, value);
    return this;
  }

  /** Joins the way a protocol does. */
  Member with(GroupProtocol protocol) {
    protocol.apply(properties);
    return this;
  }

  /**
   * Keeps a name over restarts, one of so many; in a session as long as only static members have.
   */
  Member named(String id, int replicas) {
    identity = Optional.of(new InstanceIdentity(id, OptionalInt.of(replicas)));
    properties.putIfAbsent("session.timeout.ms", "60000");
    return this;
  }

  Member outOfRange(OutOfRange policy) {
    outOfRange = policy;
    return this;
  }

  Member clock(Clock other) {
    clock = other;
    return this;
  }

  /** Keeps what failed in place in the group's retry topics. */
  Member retries(Duration... delays) {
    retryDelays = List.of(delays);
    return this;
  }

  Member need(Duration bound) {
    need = bound;
    return this;
  }

  /** An interval that no pipeline file may ask for. */
  Member pollInterval(Duration shorter) {
    pollInterval = shorter;
    return this;
  }

  /** With a place for large resume states. */
  Member states(StateStore store) {
    states = Optional.of(store);
    return this;
  }

  Member commit(Duration bound) {
    commit = bound;
    return this;
  }

  /** Starts to open. */
  Future<Void> opening(Duration within) {
    return source().open(engine, within);
  }

  /** Opens, and waits until it is open. */
  Member open() {
    get(opening(PATIENCE));
    return this;
  }

  /** The source, made at the first call. */
  Source source() {
    if (source == null) {
      SourceContext context =
          new SourceContext(
              vertx,
              clock,
              "test",
              new SourceContext.Figures(
                  need, commit, Duration.ofSeconds(10), Duration.ofSeconds(10)),
              100,
              identity,
              retryDelays,
              states,
              Set.of());
      KafkaSourceConfig config =
          new KafkaSourceConfig(
              bootstrapServers, topics, group, outOfRange, Optional.of(properties));
      source =
          pollInterval == null
              ? new KafkaSourceProvider().create(config, context)
              : new KafkaSource(
                  config,
                  impatient(ClientProperties.of(config, context)),
                  RetryTopics.of(group, retryDelays),
                  context);
    }
    return source;
  }

  private ClientProperties impatient(ClientProperties derived) {
    Map<String, Object> consumer = new HashMap<>(derived.consumer());
    consumer.put("max.poll.interval.ms", Math.toIntExact(pollInterval.toMillis()));
    return new ClientProperties(consumer, derived.admin());
  }

  RecordingEngine engine() {
    return engine;
  }

  String clientId() {
    return clientId;
  }

  /** What the client has really consumed and committed. */
  ClientProbe probe() {
    return ClientProbe.of(clientId);
  }

  /** Waits until a partition is owned. */
  LaneRef awaitLane(TopicPartition partition) {
    String name = Assignment.laneName(partition);
    return await().atMost(PATIENCE).until(() -> engine.lane(name), lane -> lane != null);
  }

  /** Waits until so many partitions are owned, no fewer and no more. */
  Set<LaneRef> awaitLanes(int count) {
    return await().atMost(PATIENCE).until(engine::lanes, lanes -> lanes.size() == count);
  }

  /** Waits until so many records of a lane have arrived. */
  List<Long> awaitRecords(LaneRef lane, int count) {
    return await()
        .atMost(PATIENCE)
        .until(() -> engine.positions(lane), positions -> positions.size() >= count);
  }

  Future<SettleResult> settling(Settlement settlement, Duration within) {
    return source.settle(List.of(settlement), within);
  }

  /** Settles a lane up to a position and waits for the answer. */
  SettleResult settle(LaneRef lane, long next) {
    return get(settling(engine.done(lane, next), commit));
  }

  /** Settles everything that was delivered of a lane. */
  SettleResult settleAll(LaneRef lane) {
    return settle(lane, engine.next(lane));
  }

  /** Waits until everything that was asked of the poll thread before is done. */
  void awaitAsked() {
    get(source.idleness(Set.of()).otherwiseEmpty());
  }

  Future<Void> closing(Duration within) {
    closed = true;
    return source.close(within);
  }

  /** Waits for an answer; fails with its cause. */
  static <A> A get(Future<A> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** Leaves, if the test has not done so. */
  @Override
  public void close() {
    engine.unblock();
    try {
      if (source != null && !closed) {
        get(closing(Duration.ofSeconds(5)));
      }
    } finally {
      get(vertx.close());
    }
  }
}
