package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Command;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.ShutdownSignalException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the broker on one channel whether it has seen what was sent there before. One question is
 * under way at a time, for the client would hold up the thread that sends a second one; those who
 * ask meanwhile share the next. On the source's thread only.
 */
final class Confirmations {
  private static final Logger LOGGER = LoggerFactory.getLogger(Confirmations.class);

  /** A consumer that is given nothing. */
  static final Map<String, Object> NOTHING =
      Map.of("x-credit", Map.of("credit", 0L, "drain", false));

  private final SourceThread thread;
  private final Channel channel;
  private final String queue;
  private final int prefetch;
  private boolean underWay;
  private boolean queueToo;
  private Promise<Void> behind;
  private int queueAsked;

  /**
   * @param prefetch that holds on the channel
   */
  Confirmations(SourceThread thread, Channel channel, String queue, int prefetch) {
    this.thread = thread;
    this.channel = channel;
    this.queue = queue;
    this.prefetch = prefetch;
  }

  /**
   * Asks, at once or when the question before is answered.
   *
   * @param ofTheQueue whether a quorum queue must have seen it too, and not only its channel: that
   *     sends what it is told on to the queue, keeps back what comes too fast, and forgets that
   *     with its end, although it has answered every method since
   * @return completes on the source's thread; fails when the channel has ended instead
   */
  Future<Void> ask(boolean ofTheQueue) {
    queueToo |= ofTheQueue;
    if (!underWay) {
      return send();
    }
    if (behind == null) {
      behind = Promise.promise();
    }
    return behind.future();
  }

  private Future<Void> send() {
    Promise<Void> answer = Promise.promise();
    underWay = true;
    question().onComplete(result -> thread.run(() -> answered(result.cause(), answer)));
    return answer.future();
  }

  private void answered(Throwable failure, Promise<Void> answer) {
    underWay = false;
    Promise<Void> next = behind;
    behind = null;
    // First: whoever hears this answer may ask again.
    if (next != null) {
      send().onComplete(next);
    }
    if (failure == null) {
      answer.complete();
    } else {
      answer.fail(failure);
    }
  }

  private Future<Void> question() {
    try {
      if (queueToo) {
        queueToo = false;
        awaitQueue();
      }
      Promise<Void> promise = Promise.promise();
      CompletableFuture<Command> answer =
          channel.asyncCompletableRpc(new AMQP.Basic.Qos.Builder().prefetchCount(prefetch).build());
      var unused =
          answer.whenComplete(
              (command, failure) -> {
                if (failure == null) {
                  promise.complete();
                } else {
                  promise.fail(failure);
                }
              });
      return promise.future();
    } catch (IOException | ShutdownSignalException e) {
      giveChannelUp();
      return Future.failedFuture(e);
    }
  }

  /**
   * To begin and to end a consumer the channel waits for its queue, and sends what it has kept back
   * between the two.
   */
  private void awaitQueue() throws IOException {
    // A broker that does not know credit gives the consumer one message and no more.
    channel.basicQos(1);
    String asking =
        channel.basicConsume(
            queue,
            false,
            "settles/" + ++queueAsked,
            false,
            false,
            NOTHING,
            new DefaultConsumer(channel));
    channel.basicCancel(asking);
  }

  /** A question that was not answered in time: nobody knows any more what answers are for. */
  private void giveChannelUp() {
    try {
      channel.abort();
    } catch (IOException e) {
      LOGGER.debug("a channel that does not answer can't be closed", e);
    }
  }
}
