package dev.sluice.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;

/** The broker has answered by closing the channel. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  private final ShutdownSignalException signal;

  Refused(ShutdownSignalException signal) {
    super(Causes.text(signal), signal);
    this.signal = signal;
  }

  /** With the broker's code, for {@link Causes}. */
  ShutdownSignalException signal() {
    return signal;
  }

  /** The broker's words. */
  String said() {
    return Causes.text(signal);
  }
}
