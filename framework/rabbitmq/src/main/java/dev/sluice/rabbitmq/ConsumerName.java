package dev.sluice.rabbitmq;

import dev.sluice.spi.SourceContext;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * What a worker is called at the broker: pipeline, pod and process, so that whoever looks there
 * finds who holds what.
 *
 * @param pipeline its pipeline
 * @param pod the name it keeps, or that of its host
 * @param process tells apart what runs on one host
 */
record ConsumerName(String pipeline, String pod, long process) {

  /** Looks the host up, which may block: for whoever makes a source, not for an event loop. */
  static ConsumerName of(SourceContext context) {
    return new ConsumerName(
        context.pipeline(),
        context.identity().map(known -> known.id()).orElseGet(ConsumerName::host),
        ProcessHandle.current().pid());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown-host";
    }
  }

  /** The name of a connection. */
  String connection(String what) {
    return this + " " + what;
  }

  @Override
  public String toString() {
    return "sluice/" + pipeline + "/" + pod + "/" + process;
  }
}
