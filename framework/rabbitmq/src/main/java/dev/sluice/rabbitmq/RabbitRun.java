package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.sluice.progress.LaneRef;
import dev.sluice.progress.Settlement;
import dev.sluice.spi.Engine;
import dev.sluice.spi.Idleness;
import dev.sluice.spi.SettleResult;
import dev.sluice.spi.SourceContext;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A source that is open: its parts and what is asked of them. On the source's thread only. */
final class RabbitRun {
  private static final Logger LOGGER = LoggerFactory.getLogger(RabbitRun.class);
  private static final Duration BEAT = Duration.ofSeconds(1);
  private static final int BEATS_TO_ENDS = 5;

  private final SourceContext context;
  private final Engine engine;
  private final SourceThread thread;
  private final DelayQueues delays;
  private final QueueLanes lanes;
  private final LaneKeeping keeping;
  private final BrokerAddress address;
  private final Session session;
  private final Settling settling;
  private final Republishing republishing;
  private final AgeWatch ages;
  private final ExecutorService callbacks;
  private volatile long beatNanos;
  private int beats;

  RabbitRun(
      RabbitSourceConfig config,
      SourceContext context,
      ConsumerName name,
      Engine engine,
      SourceThread thread) {
    this.context = context;
    this.engine = engine;
    this.thread = thread;
    this.delays = DelayQueues.of(context);
    Random random = new Random();
    this.lanes =
        new QueueLanes(
            config.queues().stream()
                .map(queue -> new QueueLane(queue, new Redial(random)))
                .toList());
    this.callbacks =
        Executors.newSingleThreadExecutor(
            task -> Dialer.daemon(task, "sluice-rabbitmq-deliveries"));
    BrokerAccess access = config.access(RabbitSource.KEY);
    this.address = access.address();
    AckWindow window = AckWindow.of(config, context);
    this.ages = new AgeWatch(lanes, engine, context.clock(), window.handBackAfter());
    NearLimit nearLimit = new NearLimit(context.clock());
    KnownQueues known = new KnownQueues(config, delays, context.clock(), lanes, nearLimit);
    Dialer dialer =
        new Dialer(
            new Connecting(access, name.connection("consumes")),
            config.address().hosts(),
            callbacks);
    this.keeping =
        new LaneKeeping(
            thread,
            engine,
            context.clock(),
            lanes,
            new LaneOpening(thread, config, context, engine, nearLimit, callbacks, name.toString()),
            known,
            dialer,
            new LaneEnds(window, context.clock()));
    this.session =
        new Session(thread, context.clock(), lanes, keeping, dialer, known, new Redial(random));
    this.republishing =
        new Republishing(
            thread,
            delays,
            new ConfirmedPublisher(access, name.connection("publishes"), context),
            context.clock(),
            window.handBackAfter());
    this.settling = new Settling(thread, lanes::owned, republishing);
    this.beatNanos = context.clock().nanos();
  }

  Future<Void> open(Duration within) {
    thread.every(BEAT, this::beat);
    return session.open(new FirstConnection(thread, address, within));
  }

  private void beat() {
    beatNanos = context.clock().nanos();
    ages.look();
    keeping.handBackWaiting();
    if (++beats % BEATS_TO_ENDS == 0 && lanes.complete()) {
      tellEnds();
    }
  }

  private void tellEnds() {
    try {
      Map<String, Long> waiting = waiting(false);
      Map<LaneRef, Long> ends = new HashMap<>();
      lanes.open().forEach(lane -> ends.put(lane.ref(), lane.end() + waiting.get(lane.queue())));
      engine.ends(ends);
    } catch (IOException e) {
      LOGGER.debug("nobody knows how much waits", e);
    }
  }

  private Map<String, Long> waiting(boolean delayed) throws IOException {
    Connection connection = keeping.connection();
    if (connection == null) {
      throw new IOException("not connected");
    }
    List<String> queues = new ArrayList<>();
    for (QueueLane lane : lanes.all()) {
      queues.add(lane.queue());
      if (delayed) {
        queues.addAll(delays.names(lane.queue()));
      }
    }
    return Depths.of(connection, queues);
  }

  /** How long ago the thread did its round. Safe from any thread. */
  Duration sinceBeat() {
    return Duration.ofNanos(context.clock().nanos() - beatNanos);
  }

  /** Whether a lane is owned now. Safe from any thread. */
  boolean owns(LaneRef lane) {
    return lanes.owned(lane) != null;
  }

  /** The engine takes no more of a lane for a while. Safe from any thread. */
  void pause(LaneRef ref) {
    OpenLane lane = lanes.owned(ref);
    if (lane != null) {
      lane.intake().pause();
    }
  }

  /** It takes more. Safe from any thread. */
  void resume(LaneRef ref) {
    OpenLane lane = lanes.owned(ref);
    if (lane != null) {
      lane.intake().resume();
    }
  }

  Future<Void> stopIntake() {
    return session.stopIntake();
  }

  Future<SettleResult> settle(List<Settlement> settlements, Duration within) {
    return settling.settle(settlements, within);
  }

  /**
   * Asks the broker on every channel whether it is still there; one that is not was reported lost
   * before the answer.
   */
  Future<Void> confirm() {
    List<Future<Void>> answers = new ArrayList<>();
    for (OpenLane lane : lanes.open()) {
      answers.add(lane.answered().recover(failure -> lost(lane, failure)));
    }
    return Future.join(answers).mapEmpty();
  }

  private Future<Void> lost(OpenLane lane, Throwable failure) {
    if (lane.channel().isOpen()) {
      return Future.failedFuture(failure);
    }
    // Before the answer: the engine would begin what it holds of the lane otherwise.
    keeping.endedNow(lane, failure);
    return Future.succeededFuture();
  }

  /** Whether anything waits, on the queues or for its next try. */
  Idleness idleness(Set<LaneRef> except) throws IOException {
    if (lanes.open().isEmpty()) {
      return Idleness.NO_LANES;
    }
    if (!lanes.complete()) {
      return Idleness.UNOWNED_LANES;
    }
    boolean arriving =
        lanes.open().stream()
            .anyMatch(lane -> !except.contains(lane.ref()) && lane.intake().waiting());
    boolean waiting = waiting(true).values().stream().anyMatch(count -> count > 0);
    return arriving || waiting ? Idleness.BEHIND : Idleness.IDLE;
  }

  /** Leaves. Blocks for about as long as it may. */
  void close(Duration within) {
    session.close(within.multipliedBy(3).dividedBy(4));
    republishing.close(within.dividedBy(4)).onComplete(over -> callbacks.shutdown());
  }
}
