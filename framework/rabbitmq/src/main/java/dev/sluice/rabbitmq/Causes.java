package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.Locale;

/** What the broker says when it ends a channel or a connection. Pure. */
final class Causes {
  private static final int MOST_CAUSES = 20;

  private Causes() {}

  /** The broker's words if there are some, else those of what was thrown. */
  static String text(Throwable thrown) {
    ShutdownSignalException signal = signal(thrown);
    if (signal != null) {
      String said = said(signal);
      if (!said.isEmpty()) {
        return said;
      }
    }
    Throwable cause = thrown;
    for (int i = 0;
        i < MOST_CAUSES && cause.getMessage() == null && cause.getCause() != null;
        i++) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  /** The signal in a chain of causes, or null. */
  static ShutdownSignalException signal(Throwable thrown) {
    return first(ShutdownSignalException.class, thrown);
  }

  /** The first of a kind in a chain of causes, or null. */
  static <T extends Throwable> T first(Class<T> kind, Throwable thrown) {
    Throwable cause = thrown;
    for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
      if (kind.isInstance(cause)) {
        return kind.cast(cause);
      }
      cause = cause.getCause();
    }
    return null;
  }

  private static String said(ShutdownSignalException signal) {
    Method reason = signal.getReason();
    if (reason instanceof AMQP.Channel.Close close) {
      return close.getReplyText();
    }
    if (reason instanceof AMQP.Connection.Close close) {
      return close.getReplyText();
    }
    return "";
  }

  private static int code(ShutdownSignalException signal) {
    Method reason = signal.getReason();
    if (reason instanceof AMQP.Channel.Close close) {
      return close.getReplyCode();
    }
    return reason instanceof AMQP.Connection.Close close ? close.getReplyCode() : 0;
  }

  /** The broker has ended it because a delivery was not acknowledged in time. */
  static boolean deliveryAckTimeout(ShutdownSignalException signal) {
    String said = said(signal).toLowerCase(Locale.ROOT);
    return code(signal) == AMQP.PRECONDITION_FAILED
        && said.contains("delivery acknowledgement")
        && said.contains("timed out");
  }

  /** There is no such queue or exchange, and waiting does not help. */
  static boolean notFound(ShutdownSignalException signal) {
    // A queue whose node is down is "not found" too, with other words; it comes back.
    return code(signal) == AMQP.NOT_FOUND && said(signal).startsWith("NOT_FOUND - no ");
  }

  /** The user may not do it. */
  static boolean refused(ShutdownSignalException signal) {
    return code(signal) == AMQP.ACCESS_REFUSED;
  }

  /** It belongs to another connection. */
  static boolean locked(ShutdownSignalException signal) {
    return code(signal) == AMQP.RESOURCE_LOCKED;
  }

  /** It is there, and unlike what was declared. */
  static boolean preconditionFailed(ShutdownSignalException signal) {
    return code(signal) == AMQP.PRECONDITION_FAILED;
  }

  /** There is no such virtual host, or the user may not use it. */
  static boolean noVhost(ShutdownSignalException signal) {
    return signal.isHardError()
        && (code(signal) == AMQP.NOT_ALLOWED || code(signal) == AMQP.ACCESS_REFUSED);
  }
}
