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

/**
 * Takes the deliveries of one channel and hands them to the engine in batches: what arrives while
 * the engine takes one batch becomes the next. Nothing is ever dropped here; the prefetch bounds
 * what can wait. Safe from any thread.
 */
final class Intake extends DefaultConsumer {
  private final LaneShape shape;
  private final Engine engine;
  private final Clock clock;
  private final Held held;
  private final NearLimit nearLimit;
  private final Runnable cancelled;
  private final int most;
  private final Promise<Void> over = Promise.promise();
  private final Promise<Void> silent = Promise.promise();
  private final Deque<Deliveries> full = new ArrayDeque<>();
  private Deliveries.Collector collecting;
  private boolean handing;
  private boolean paused;
  private boolean ending;

  /**
   * @param most the most records of a batch
   * @param cancelled told when the broker, not the worker, has ended the consumer
   */
  Intake(
      Channel channel,
      LaneShape shape,
      Engine engine,
      Clock clock,
      Held held,
      NearLimit nearLimit,
      int most,
      Runnable cancelled) {
    super(channel);
    this.shape = shape;
    this.engine = engine;
    this.clock = clock;
    this.held = held;
    this.nearLimit = nearLimit;
    this.most = most;
    this.cancelled = cancelled;
  }

  @Override
  public void handleDelivery(
      String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
    nearLimit.delivered(shape.queue(), properties);
    synchronized (this) {
      if (collecting == null) {
        collecting = new Deliveries.Collector(shape, clock.nanos(), clock.epochMillis());
      }
      collecting.add(envelope, properties, body);
      if (collecting.size() >= most) {
        seal();
      }
      hand();
    }
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
    if (handing || paused || ending) {
      return;
    }
    if (full.isEmpty()) {
      seal();
    }
    Deliveries next = full.poll();
    if (next != null) {
      handing = true;
      engine.batches(Map.of(shape.ref(), next)).onComplete(taken -> handed());
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

  /** Takes out what has waited since a point in time, because the engine has paused the lane. */
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
