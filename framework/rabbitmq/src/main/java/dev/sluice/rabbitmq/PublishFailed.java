package dev.sluice.rabbitmq;

/**
 * Why a message was not published, or is not known to be. The message names the exchange, the
 * routing key and what the broker said.
 */
public final class PublishFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What happened, and so what can be done. */
  public enum Reason {
    /** No queue takes it, or there is no such exchange: the topology must be mended. Not stored. */
    UNROUTABLE(false),
    /**
     * The broker, or the protocol, does not allow it: a property or a size. Not stored. Also said
     * of what was unconfirmed on the same channel when the broker did not say which one it meant.
     */
    REFUSED(false),
    /**
     * A queue could not take it: it is full and rejects, or has failed. Some other queue may have.
     */
    REJECTED(false),
    /** The broker has not answered in time. It may still be stored. */
    UNCONFIRMED(false),
    /** Too many wait already, or it has waited behind others for too long. Not stored. */
    OVERLOADED(false),
    /** The broker is not there, or was lost before it answered. It may be stored. */
    DISCONNECTED(true),
    /** The broker takes nothing from publishers: it is short of memory or disk. May be stored. */
    BLOCKED(true),
    /** The publisher was closed, or was closed before the broker answered. It may be stored. */
    CLOSED(false);

    private final boolean brokerAway;

    Reason(boolean brokerAway) {
      this.brokerAway = brokerAway;
    }

    /** Whether nothing but time helps: it is the broker, not the message. */
    public boolean brokerAway() {
      return brokerAway;
    }
  }

  private final Reason reason;

  PublishFailed(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /** What happened. */
  public Reason reason() {
    return reason;
  }
}
