package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.sluice.progress.ResumePoint;
import dev.sluice.spi.Engine;
import dev.sluice.spi.SourceContext;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.Executor;

/** Makes a channel of a queue's own and begins to consume. On the source's thread only. */
final class LaneOpening {
  private final SourceThread thread;
  private final RabbitSourceConfig config;
  private final SourceContext context;
  private final Engine engine;
  private final NearLimit nearLimit;
  private final Executor callbacks;
  private final String consumers;
  private final boolean counts;
  private final int prefetch;

  /**
   * @param callbacks what deliveries are called back on, one after the other
   * @param consumers what the tags of all consumers begin with
   */
  LaneOpening(
      SourceThread thread,
      RabbitSourceConfig config,
      SourceContext context,
      Engine engine,
      NearLimit nearLimit,
      Executor callbacks,
      String consumers) {
    this.thread = thread;
    this.config = config;
    this.context = context;
    this.engine = engine;
    this.nearLimit = nearLimit;
    this.callbacks = callbacks;
    this.consumers = consumers;
    this.counts = DelayQueues.of(context).any();
    this.prefetch = AckWindow.prefetch(config, context);
  }

  /** Hears of what becomes of a lane, on any thread. */
  interface Listener {

    /** Its channel has ended, or must end. */
    void ended(OpenLane lane, Throwable cause);

    /** The broker has ended its consumer. */
    void cancelled(OpenLane lane);
  }

  /**
   * A new generation, not consuming yet, so that nothing arrives before its owner knows it.
   *
   * @throws IOException when the connection is gone
   */
  OpenLane open(Connection connection, QueueLane lane, Listener listener) throws IOException {
    Channel channel = connection.createChannel();
    if (channel == null) {
      throw new IOException(Depths.NO_CHANNEL);
    }
    UUID id = UUID.randomUUID();
    LaneShape shape =
        new LaneShape(
            lane.next(),
            lane.queue(),
            id,
            LaneShape.base(context.clock().epochMillis(), id),
            config.keyHeader(),
            config.missingId(),
            counts);
    Held held = new Held();
    OpenLane[] opened = new OpenLane[1];
    Intake intake =
        new Intake(
            channel,
            shape,
            engine,
            context.clock(),
            held,
            nearLimit,
            context.chunkRecords(),
            callbacks,
            () -> listener.cancelled(opened[0]),
            cause -> listener.ended(opened[0], cause));
    opened[0] = new OpenLane(thread, shape, lane.facts(), channel, intake, held, prefetch);
    channel.addShutdownListener(cause -> listener.ended(opened[0], cause));
    return opened[0];
  }

  /** Begins to consume a lane that the engine knows. */
  void consume(OpenLane lane) throws IOException {
    engine.laneOpened(lane.ref(), ResumePoint.at(lane.base() + 1));
    lane.consume(consumers + "/" + lane.queue() + "/" + lane.ref().generation());
  }
}
