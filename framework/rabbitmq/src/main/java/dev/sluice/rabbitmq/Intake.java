package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import dev.sluice.spi.Engine;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the deliveries of one channel and hands them to the engine in batches: what the client has
 * read by the time its callbacks get to it, and what arrives while the engine takes a batch. The
 * prefetch bounds what can wait, and nothing is dropped, but for what comes after a delivery that
 * could not be taken: its channel ends then, and everything comes again. Safe from any thread.
 */
final class Intake extends DefaultConsumer {
  private static final Logger LOGGER = LoggerFactory.getLogger(Intake.class);

  private final LaneShape shape;
  private final Engine engine;
  private final Clock clock;
  private final Held held;
  private final NearLimit nearLimit;
  private final Executor callbacks;
  private final Runnable cancelled;
  private final Consumer<Throwable> failed;
  private final int most;
  private final Promise<Void> over = Promise.promise();
  private final Promise<Void> silent = Promise.promise();
  private final Deque<Deliveries> full = new ArrayDeque<>();
  private Deliveries.Collector collecting;
  private long next = 1;
  private boolean broken;
  private boolean handing;
  private boolean gathering;
  private boolean paused;
  private boolean ending;

  /**
   * @param most the most records of a batch
   * @param callbacks what deliveries are called back on, one after the other
   * @param cancelled told when the broker, not the worker, has ended the consumer
   * @param failed told once when a delivery can't be taken, so that its channel must end
   */
  Intake(
      Channel channel,
      LaneShape shape,
      Engine engine,
      Clock clock,
      Held held,
      NearLimit nearLimit,
      int most,
      Executor callbacks,
      Runnable cancelled,
      Consumer<Throwable> failed) {
    super(channel);
    this.shape = shape;
    this.engine = engine;
    this.clock = clock;
    this.held = held;
    this.nearLimit = nearLimit;
    this.most = most;
    this.callbacks = callbacks;
    this.cancelled = cancelled;
    this.failed = failed;
  }

  @Override
  public void handleDelivery(
      String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
    guarded(() -> take(envelope, properties, body));
  }

  /** A delivery that was left out would give all behind it the positions of others. */
  private void guarded(Runnable taking) {
    try {
      taking.run();
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        if (broken) {
          return;
        }
        broken = true;
      }
      LOGGER.error("a delivery of {} can't be taken, its channel is ended", shape.ref().name(), e);
      failed.accept(e);
    }
  }

  private void take(Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
    nearLimit.delivered(shape.queue(), properties);
    synchronized (this) {
      if (broken) {
        return;
      }
      if (envelope.getDeliveryTag() != next) {
        throw new IllegalStateException(
            "delivery "
                + envelope.getDeliveryTag()
                + " of "
                + shape.queue()
                + " has come where "
                + next
                + " was to come: records would have the positions of others");
      }
      if (collecting == null) {
        collecting = new Deliveries.Collector(shape, clock.nanos(), clock.epochMillis());
      }
      collecting.add(envelope, properties, body);
      next++;
      if (collecting.size() >= most) {
        seal();
        hand();
      }
      if (!gathering && !ending) {
        // The client calls back for some hundred deliveries at a stretch, if it has them; this
        // comes behind them.
        gathering = true;
        callbacks.execute(() -> guarded(this::gathered));
      }
    }
  }

  private synchronized void gathered() {
    gathering = false;
    hand();
  }

  private void seal() {
    if (collecting != null) {
      Deliveries batch = collecting.done();
      collecting = null;
      held.add(batch);
      full.add(batch);
    }
  }

  /** Hands the next batch over, unless one is on its way. */
  private void hand() {
    if (handing || paused || ending || broken) {
      return;
    }
    if (full.isEmpty() && !gathering) {
      seal();
    }
    Deliveries batch = full.poll();
    if (batch != null) {
      handing = true;
      taking(batch).onComplete(taken -> handed());
    }
  }

  private Future<Void> taking(Deliveries batch) {
    try {
      return engine.batches(Map.of(shape.ref(), batch));
    } catch (RuntimeException | Error e) {
      handing = false;
      throw e;
    }
  }

  private synchronized void handed() {
    handing = false;
    if (ending) {
      over.tryComplete();
    } else {
      hand();
    }
  }

  synchronized void pause() {
    paused = true;
  }

  synchronized void resume() {
    paused = false;
    hand();
  }

  /**
   * Hands nothing over any more.
   *
   * @return completes on any thread when the engine has taken the last batch
   */
  synchronized Future<Void> end() {
    ending = true;
    // What nobody has taken is known to be held, so that it can be handed back.
    seal();
    if (!handing) {
      over.tryComplete();
    }
    return over.future();
  }

  /** Completes when the broker has confirmed the end, after the last delivery. */
  Future<Void> silent() {
    return silent.future();
  }

  @Override
  public void handleCancelOk(String tag) {
    silent.tryComplete();
  }

  /** Takes out what was not handed over; complete once {@link #end} and {@link #silent} are. */
  synchronized List<Deliveries> rest() {
    seal();
    List<Deliveries> rest = List.copyOf(full);
    full.clear();
    return rest;
  }

  /**
   * Takes out what has waited since a point in time, because the engine has paused the lane. All
   * that waits is known to be held from here on.
   */
  synchronized List<Deliveries> before(long nanos) {
    seal();
    List<Deliveries> old =
        full.stream().filter(batch -> batch.arrivedNanos() - nanos <= 0).toList();
    full.removeAll(old);
    return old;
  }

  /** Whether something waits to be handed over. */
  synchronized boolean waiting() {
    return collecting != null || !full.isEmpty() || handing;
  }

  @Override
  public void handleCancel(String tag) {
    cancelled.run();
  }
}
