package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.impl.StrictExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what is thrown on the client's threads, without a stack trace of a lost connection. The
 * channel of a consumer or a listener that throws is closed: what it has missed comes nowhere else.
 */
final class CallbackFailures extends StrictExceptionHandler {
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
