package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.impl.DefaultExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what the client throws on threads of its own, without a stack trace of a lost connection.
 */
final class CallbackFailures extends DefaultExceptionHandler {
  private static final Logger LOGGER = LoggerFactory.getLogger(CallbackFailures.class);

  @Override
  public void handleUnexpectedConnectionDriverException(Connection connection, Throwable thrown) {
    // Whoever uses the connection hears of its end.
    LOGGER.debug("a connection has ended", thrown);
  }

  @Override
  protected void log(String message, Throwable thrown) {
    LOGGER.error("{}", message, thrown);
  }
}
