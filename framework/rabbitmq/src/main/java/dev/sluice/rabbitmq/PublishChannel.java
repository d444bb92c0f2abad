package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.rabbitmq.PublishFailed.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One connection with one channel in confirm mode, from its opening to its end. One thread sends;
 * answers come on the client's own.
 */
final class PublishChannel {
  private final Connection connection;
  private final Channel channel;
  private final Runnable changed;
  private final NavigableMap<Long, Publish> pending = new TreeMap<>();
  private boolean ended;
  private volatile String blockedBecause;

  private PublishChannel(Connection connection, Channel channel, Runnable changed) {
    this.connection = connection;
    this.channel = channel;
    this.changed = changed;
  }

  /**
   * Opens the channel; blocks.
   *
   * @param changed told whenever one more could be sent, or nothing any more; on any thread
   * @throws IOException when the connection has ended
   */
  static PublishChannel on(Connection connection, Runnable changed) throws IOException {
    Channel channel = connection.createChannel();
    if (channel == null) {
      throw new IOException("the broker allows no channel (channel_max)");
    }
    PublishChannel made = new PublishChannel(connection, channel, changed);
    channel.addConfirmListener(made::acked, made::nacked);
    channel.addReturnListener(made::returned);
    connection.addBlockedListener(made::blocked, made::unblocked);
    var unused = channel.confirmSelect();
    // Last: a listener that is added to an ended channel is called at once.
    channel.addShutdownListener(made::ended);
    return made;
  }

  /** Whether it can still be used. */
  synchronized boolean alive() {
    return !ended && channel.isOpen();
  }

  /** Whether one more may be sent, or must, to find out that this has ended. */
  synchronized boolean takes(int most) {
    return !alive() || (blockedBecause == null && pending.size() < most);
  }

  /** Why the broker takes nothing from publishers; empty when it does. */
  Optional<String> blockedBecause() {
    return Optional.ofNullable(blockedBecause);
  }

  /**
   * Hands a message to the client; blocks while the network takes no more. Whatever happens it gets
   * an answer, or is left.
   *
   * @return false when this has ended before, and the message was left as it is
   */
  boolean send(Publish publish) {
    // Only this thread sends, so that nobody takes the number.
    long number = channel.getNextPublishSeqNo();
    AMQP.BasicProperties properties;
    try {
      properties = publish.numbered(number, connection.getFrameMax());
    } catch (IllegalArgumentException e) {
      publish.failed(Reason.REFUSED, "can't be published: " + e.getMessage(), e);
      return true;
    }
    synchronized (this) {
      if (ended) {
        return false;
      }
      pending.put(number, publish);
    }
    publish.sending();
    try {
      channel.basicPublish(
          publish.exchange(), publish.routingKey(), true, properties, publish.body());
      return true;
    } catch (AlreadyClosedException e) {
      boolean left = take(number) != null;
      if (left) {
        publish.notSent();
      }
      return !left;
    } catch (IOException | RuntimeException e) {
      // What the broker has seen of it nobody knows, nor which number it gives to the next one.
      fail(Reason.DISCONNECTED, "is not known to be stored: " + Causes.text(e), e);
      return true;
    }
  }

  private synchronized Publish take(long number) {
    return pending.remove(number);
  }

  /** Gives a message up that has run out of time; an answer that comes later is ignored. */
  void forget(Publish publish) {
    synchronized (this) {
      pending.values().remove(publish);
    }
    changed.run();
  }

  private void acked(long number, boolean multiple) {
    answered(number, multiple).forEach(Publish::confirmed);
    changed.run();
  }

  private void nacked(long number, boolean multiple) {
    answered(number, multiple)
        .forEach(
            publish ->
                publish.failed(
                    Reason.REJECTED,
                    "was rejected by the broker: a queue that it belongs in is full and rejects"
                        + " what comes, or has failed",
                    null));
    changed.run();
  }

  private synchronized List<Publish> answered(long number, boolean multiple) {
    if (!multiple) {
      Publish one = pending.remove(number);
      return one == null ? List.of() : List.of(one);
    }
    NavigableMap<Long, Publish> upTo = pending.headMap(number, true);
    List<Publish> all = new ArrayList<>(upTo.values());
    upTo.clear();
    return all;
  }

  /** Comes before the confirm of the same message, which says only that the broker is done. */
  private void returned(Return message) {
    Object number = message.getProperties().getHeaders().get(AmqpHeaders.PUBLISH_NUMBER);
    Publish publish;
    synchronized (this) {
      publish = pending.get(((Number) number).longValue());
    }
    if (publish != null) {
      publish.failed(
          Reason.UNROUTABLE,
          "came back ("
              + message.getReplyText()
              + "): no queue takes it\nFix: bind a queue to the exchange for this routing key",
          null);
    }
  }

  private void blocked(String reason) {
    blockedBecause = reason;
    changed.run();
  }

  private void unblocked() {
    blockedBecause = null;
    changed.run();
  }

  private void ended(ShutdownSignalException signal) {
    if (signal.isHardError() || signal.isInitiatedByApplication()) {
      fail(
          Reason.DISCONNECTED,
          "is not known to be stored: the connection to the broker was lost: "
              + Causes.text(signal),
          signal);
      return;
    }
    boolean names = Causes.notFound(signal) || Causes.refused(signal);
    String said = Causes.text(signal);
    for (Publish publish : end()) {
      if (!names) {
        publish.failed(Reason.REFUSED, "or another one was refused by the broker: " + said, signal);
      } else if (said.contains("exchange '" + publish.exchange() + "'")) {
        publish.failed(
            Causes.notFound(signal) ? Reason.UNROUTABLE : Reason.REFUSED,
            "was refused by the broker: " + said,
            signal);
      } else {
        publish.failed(
            Reason.DISCONNECTED,
            "is not known to be stored: the broker has ended the channel because of another"
                + " message: "
                + said,
            signal);
      }
    }
    changed.run();
  }

  private void fail(Reason reason, String what, Throwable cause) {
    end().forEach(publish -> publish.failed(reason, what, cause));
    changed.run();
  }

  private synchronized List<Publish> end() {
    ended = true;
    List<Publish> all = new ArrayList<>(pending.values());
    pending.clear();
    return all;
  }

  /** Ends the connection, however it is; blocks at most about so long. */
  void close(int millis) {
    fail(Reason.CLOSED, "is not known to be stored: the publisher was closed", null);
    connection.abort(millis);
  }
}
