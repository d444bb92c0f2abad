package dev.sluice.rabbitmq;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What is logged below one name meanwhile. */
final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;

  private LoggedLines(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
  }

  static LoggedLines of(String name) {
    LoggedLines lines = new LoggedLines(name);
    lines.setContext(lines.logger.getLoggerContext());
    lines.start();
    lines.logger.addAppender(lines);
    return lines;
  }

  @Override
  protected void append(ILoggingEvent event) {
    lines.add(event.getFormattedMessage());
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    stop();
  }
}
