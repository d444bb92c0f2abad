package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import dev.sluice.rabbitmq.PublishFailed.Reason;
import dev.sluice.spi.SourceContext;
import dev.sluice.time.Clock;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Publishes messages and says of each what the broker says of it. Has a connection of its own, made
 * for the first message and made anew for the next one after it was lost: a broker that is short of
 * memory stops reading from connections that publish. Safe from any thread; never blocks its
 * callers: a thread of its own does, and the broker's answers come on another.
 */
final class ConfirmedPublisher {
  // So that a caller who does not wait for answers finds out before the memory is full.
  private static final int WAITING_FOR_EACH_OUTSTANDING = 10;
  private static final int MOST_OF_A_SOURCE = 1000;
  private static final Duration SHORTEST = Duration.ofMillis(1);

  private final BrokerAddress address;
  private final AnyHost hosts;
  private final int most;
  private final Vertx vertx;
  private final Clock clock;
  private final ExecutorService threads;
  private final Set<Publish> waiting = new LinkedHashSet<>();
  private PublishChannel channel;
  private Publish inHand;
  private boolean running;
  private boolean closed;

  /**
   * @param name what its connection is called at the broker
   * @param most messages that the broker has not answered, at least 1; others wait, at most ten
   *     times as many
   */
  ConfirmedPublisher(BrokerAccess access, String name, int most, Vertx vertx, Clock clock) {
    this.address = access.address();
    this.most = most;
    this.vertx = vertx;
    this.clock = clock;
    this.threads = DaemonThreads.named("sluice-rabbitmq-publisher");
    this.hosts = new AnyHost(access, name, threads);
  }

  /** For a source, whose messages under work are bounded by its prefetch. */
  ConfirmedPublisher(BrokerAccess access, String name, SourceContext context) {
    this(access, name, MOST_OF_A_SOURCE, context.vertx(), context.clock());
  }

  /**
   * Publishes a message that must reach a queue.
   *
   * @param exchange its name; empty for the default one, where the routing key names a queue
   * @param properties as they are, but for one header that numbers messages on their connection;
   *     whether the message survives a restart of the broker is what they say
   * @param within give up after this; what was given up may still be stored
   * @return completes, on any thread, when every queue that takes the message has stored it; fails
   *     with {@link PublishFailed}
   */
  Future<Void> publish(
      String exchange,
      String routingKey,
      AMQP.BasicProperties properties,
      byte[] body,
      Duration within) {
    Duration bound = within.compareTo(SHORTEST) < 0 ? SHORTEST : within;
    Publish publish =
        new Publish(exchange, routingKey, properties, body, clock.nanos() + bound.toNanos());
    long timer = vertx.setTimer(bound.toMillis(), fired -> expired(publish, bound));
    publish.atTheEnd(() -> vertx.cancelTimer(timer));
    if (!admitted(publish)) {
      if (isClosed()) {
        publish.failed(Reason.CLOSED, "was not published: the publisher is closed", null);
      } else {
        publish.failed(
            Reason.OVERLOADED,
            "was not published: "
                + most * WAITING_FOR_EACH_OUTSTANDING
                + " others wait already\nFix: wait for the answers before publishing more, or raise"
                + " maxOutstanding",
            null);
      }
    }
    return publish.answer();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized boolean admitted(Publish publish) {
    if (closed || waiting.size() >= most * WAITING_FOR_EACH_OUTSTANDING) {
      return false;
    }
    waiting.add(publish);
    if (!running) {
      running = true;
      threads.execute(this::run);
    }
    notifyAll();
    return true;
  }

  private void run() {
    for (Publish next = next(); next != null; next = next()) {
      send(next);
    }
  }

  private synchronized Publish next() {
    try {
      while (!closed) {
        if (!waiting.isEmpty() && (channel == null || channel.takes(most))) {
          Iterator<Publish> first = waiting.iterator();
          Publish next = first.next();
          first.remove();
          inHand = next;
          return next;
        }
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  private void send(Publish publish) {
    while (!publish.over()) {
      PublishChannel open;
      try {
        open = open(Duration.ofNanos(publish.deadlineNanos() - clock.nanos()));
      } catch (IOException | RuntimeException e) {
        notConnected(publish, e);
        return;
      }
      if (open.send(publish)) {
        return;
      }
    }
  }

  /** The channel, made if there is none that lives; blocks. */
  private PublishChannel open(Duration within) throws IOException {
    PublishChannel before;
    synchronized (this) {
      before = channel;
    }
    if (before != null && before.alive()) {
      return before;
    }
    if (before != null) {
      // Of its connection nothing may be left, and closing it may take its time.
      threads.execute(() -> before.close(1));
    }
    Connection connection = hosts.connect(within.compareTo(SHORTEST) < 0 ? SHORTEST : within);
    PublishChannel made;
    try {
      made = PublishChannel.on(connection, this::changed);
    } catch (IOException | RuntimeException e) {
      connection.abort(1);
      throw e;
    }
    synchronized (this) {
      channel = made;
      if (!closed) {
        return made;
      }
    }
    made.close(1);
    throw new IOException("the publisher was closed");
  }

  private synchronized void changed() {
    notifyAll();
  }

  /** Those behind it would wait for the same connection, each for as long again. */
  private void notConnected(Publish publish, Exception cause) {
    List<Publish> all = new ArrayList<>(List.of(publish));
    synchronized (this) {
      all.addAll(waiting);
      waiting.clear();
      channel = null;
    }
    for (Publish each : all) {
      each.failed(
          Reason.DISCONNECTED,
          "was not published: no connection to " + address + ": " + Causes.text(cause),
          cause);
    }
  }

  private void expired(Publish publish, Duration bound) {
    PublishChannel now;
    synchronized (this) {
      waiting.remove(publish);
      now = channel;
    }
    String fate =
        (publish.sent() ? "was not confirmed" : "was not published")
            + (" within " + bound.toMillis() + " ms");
    if (now == null || !now.alive()) {
      publish.failed(Reason.DISCONNECTED, fate + ": no connection to " + address, null);
      return;
    }
    if (now.blockedBecause().isPresent()) {
      publish.failed(
          Reason.BLOCKED,
          fate + ": the broker blocks publishers: " + now.blockedBecause().get(),
          null);
    } else if (publish.sent()) {
      publish.failed(Reason.UNCONFIRMED, fate + "; the broker may still store it", null);
    } else {
      publish.failed(
          Reason.OVERLOADED,
          fate + ": others were before it\nFix: publish less at once, or raise" + " maxOutstanding",
          null);
    }
    now.forget(publish);
  }

  /**
   * Ends everything: what has no answer fails at once, and so does everything from now on. A second
   * call does nothing.
   *
   * @param within the connection is left to itself after this
   */
  Future<Void> close(Duration within) {
    List<Publish> unsent;
    PublishChannel open;
    synchronized (this) {
      if (closed) {
        return Future.succeededFuture();
      }
      closed = true;
      unsent = new ArrayList<>(waiting);
      waiting.clear();
      if (inHand != null) {
        unsent.add(inHand);
      }
      open = channel;
      notifyAll();
    }
    unsent.forEach(
        publish ->
            publish.failed(
                Reason.CLOSED, "is not known to be stored: the publisher was closed", null));
    Promise<Void> done = Promise.promise();
    int millis = (int) Math.max(1, Math.min(within.toMillis(), Integer.MAX_VALUE));
    threads.execute(
        () -> {
          if (open != null) {
            open.close(millis);
          }
          done.complete();
        });
    return done.future().timeout(millis, TimeUnit.MILLISECONDS);
  }
}
