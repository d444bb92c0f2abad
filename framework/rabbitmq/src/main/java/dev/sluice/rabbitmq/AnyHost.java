package dev.sluice.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;

/** Connects to the first host of an address that answers. Blocks; belongs to one thread. */
final class AnyHost {
  private final List<BrokerAddress.Host> hosts;
  private final Connecting connecting;
  private final ExecutorService callbacks;
  private int next;

  /**
   * @param name what the connections are called at the broker
   * @param callbacks runs what the client calls back
   */
  AnyHost(BrokerAccess access, String name, ExecutorService callbacks) {
    this.hosts = access.address().hosts();
    this.connecting = new Connecting(access, name);
    this.callbacks = callbacks;
  }

  /**
   * Tries each host once, beginning with the one after the last.
   *
   * @param within give one host up after this
   * @throws InvalidSetup when the last one that was tried refuses what the operator has set up
   * @throws IOException when none is there
   */
  Connection connect(Duration within) throws IOException {
    IOException away = null;
    InvalidSetup refused = null;
    for (int i = 0; i < hosts.size(); i++) {
      BrokerAddress.Host host = hosts.get(next);
      next = (next + 1) % hosts.size();
      try {
        return connecting.to(host, callbacks, within);
      } catch (InvalidSetup e) {
        refused = e;
      } catch (IOException e) {
        away = new IOException(host + ": " + Causes.text(e), e);
      }
    }
    if (refused != null) {
      throw refused;
    }
    throw away;
  }
}
