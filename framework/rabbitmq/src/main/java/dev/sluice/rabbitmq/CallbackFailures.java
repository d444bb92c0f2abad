package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Consumer;
import com.rabbitmq.client.ExceptionHandler;
import com.rabbitmq.client.TopologyRecoveryException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what is thrown on the client's own threads, without a stack trace of a lost connection. A
 * channel whose callback has thrown is closed: nobody knows what that callback has missed.
 */
final class CallbackFailures implements ExceptionHandler {
  private static final Logger LOGGER = LoggerFactory.getLogger(CallbackFailures.class);

  @Override
  public void handleUnexpectedConnectionDriverException(Connection connection, Throwable thrown) {
    // Whoever uses the connection hears of its end.
    LOGGER.debug("a connection has ended", thrown);
  }

  @Override
  public void handleReturnListenerException(Channel channel, Throwable thrown) {
    close(channel, "what hears of returned messages", thrown);
  }

  @Override
  public void handleConfirmListenerException(Channel channel, Throwable thrown) {
    close(channel, "what hears of confirms", thrown);
  }

  @Override
  public void handleConsumerException(
      Channel channel, Throwable thrown, Consumer consumer, String tag, String method) {
    close(channel, "the consumer " + tag, thrown);
  }

  private static void close(Channel channel, String what, Throwable thrown) {
    LOGGER.error("a fault in {}; its channel is closed", what, thrown);
    try {
      channel.abort(AMQP.INTERNAL_ERROR, "a fault in the client");
    } catch (IOException e) {
      LOGGER.debug("a channel that has ended can't be closed", e);
    }
  }

  @Override
  public void handleBlockedListenerException(Connection connection, Throwable thrown) {
    LOGGER.error("a fault in what hears of blocked connections", thrown);
  }

  @Override
  public void handleConnectionRecoveryException(Connection connection, Throwable thrown) {
    unused(thrown);
  }

  @Override
  public void handleChannelRecoveryException(Channel channel, Throwable thrown) {
    unused(thrown);
  }

  @Override
  public void handleTopologyRecoveryException(
      Connection connection, Channel channel, TopologyRecoveryException thrown) {
    unused(thrown);
  }

  private static void unused(Throwable thrown) {
    LOGGER.error("the client recovers something although it must not", thrown);
  }
}
